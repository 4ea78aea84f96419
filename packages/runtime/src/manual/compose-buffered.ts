import { EVERYONE, type MAILAddress, type MAILMessage } from '@posthouse/protocol';
import { composeBroadcast, composeRequest, type Letter, type MessageContext } from '../messages/compose-messages.ts';

/** A message of the user to one agent, to some of them, or to all. */
export function composeBuffered(
  context: MessageContext,
  { recipients, ...letter }: Letter & { sender: MAILAddress; recipients: string[] },
): MAILMessage {
  const [recipient] = recipients;
  if (recipients.length > 1 || recipient === undefined || recipient === EVERYONE) {
    return composeBroadcast(context, { ...letter, recipients });
  }
  return composeRequest(context, { ...letter, recipient });
}
