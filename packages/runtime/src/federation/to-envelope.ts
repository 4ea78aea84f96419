import {
  formatAgentAddress,
  type MAILInterswarmMessage,
  type MAILMessage,
  parseAgentAddress,
} from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import { agentAddress } from '../messages/compose-messages.ts';
import { toContributors, toTaskOwner } from '../task/letters/contributors.ts';
import { type LetterMetadata, letterMetadataWire } from '../task/letters/letter-metadata.ts';
import { noteOf } from '../task/letters/letter-note.ts';

export type EnvelopeContext = {
  task: Task;
  peer: string;
  /** For peers of ours; the others get none. */
  metadata?: LetterMetadata;
};

/**
 * A message as it travels to another swarm: the payload, from an address that can be answered, and whose task it is. What
 * only concerns us stays here.
 */
export function toEnvelope(
  message: MAILMessage,
  { task, peer, metadata = {} }: EnvelopeContext,
): MAILInterswarmMessage {
  const { swarm } = task.owner;
  const { senderSwarm: _, routingInfo = {}, ...payload } = withoutRecipientSwarms(message.message);
  const { letter: _letter, direction: _direction, ...routing } = routingInfo;
  const { name } = parseAgentAddress(message.message.sender.address);
  return {
    messageId: message.id,
    sourceSwarm: swarm,
    targetSwarm: peer,
    timestamp: message.timestamp,
    msgType: message.msgType,
    payload: {
      ...payload,
      sender: agentAddress(formatAgentAddress({ name, swarm })),
      ...(noteOf(message).ended === undefined ? {} : { senderSwarm: swarm, recipientSwarm: peer }),
      routingInfo: routing,
    },
    authToken: '',
    taskOwner: toTaskOwner(task),
    taskContributors: toContributors(task),
    metadata: letterMetadataWire.emit(metadata),
  } as MAILInterswarmMessage;
}

/** MAIL leaves the swarms of agents' letters to their addresses; only the word that a run has ended names them. */
function withoutRecipientSwarms(payload: MAILMessage['message']) {
  if ('recipients' in payload) {
    const { recipientSwarms: _, ...rest } = payload;
    return rest;
  }
  const { recipientSwarm: _, ...rest } = payload;
  return rest;
}
