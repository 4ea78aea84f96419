import { type MAILMessage, swarmOf } from '@posthouse/protocol';
import { withRouting } from '../carry-step.ts';
import { noteOf, withNote } from './letter-note.ts';
import type { Route } from './route-to.ts';

/**
 * The part of a message that one other swarm gets: what it has to do with the rest is not that swarm's concern, and names
 * without a swarm would mean agents of its own.
 */
export function narrowTo(message: MAILMessage, swarm: string, { direction, to, ...stamp }: Route): MAILMessage {
  return withNote(withRouting(withoutOthers(message, swarm), { remote_swarm: swarm, direction }), {
    // An answer goes to whoever asked.
    to: noteOf(message).to ?? to,
    ...stamp,
  });
}

function withoutOthers(message: MAILMessage, swarm: string): MAILMessage {
  if (!('recipients' in message.message)) return message;
  const recipients = message.message.recipients.filter(({ address }) => swarmOf(address) === swarm);
  const payload = { ...message.message, recipients, recipientSwarms: [swarm] };
  return { ...message, message: payload } as MAILMessage;
}
