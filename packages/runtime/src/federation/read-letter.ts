import {
  defined,
  invalidInput,
  isId,
  isTaskId,
  type MAILMessage,
  parseAgentAddress,
  parseInstance,
  PosthouseError,
  recipientsOf,
} from '@posthouse/protocol';
import { agentAddress } from '../messages/compose-messages.ts';
import { swarmOfContributor } from '../task/letters/contributors.ts';
import { COMPLETE_SUBJECT } from '../task/letters/end-letters.ts';
import { type LetterMetadata, letterMetadataWire, MAX_CONTRIBUTORS } from '../task/letters/letter-metadata.ts';
import { type LetterNote, type RunEnding, withNote } from '../task/letters/letter-note.ts';
import type { ReceivedLetter } from './peers.ts';

/** A letter of a peer, with nothing left in it that only its sender vouches for. */
export type Arrival = {
  from: ReceivedLetter['from'];
  /** The message as it stands in mailboxes and in the log here. */
  message: MAILMessage;
  /** Whom it is for, by name; `all` for everybody. */
  names: string[];
  swarm: string;
  taskOwner: string;
  contributors: string[];
  metadata: LetterMetadata;
};

/**
 * Reads a letter as it comes in. The sender is an agent of the swarm that has proven its name, whatever the letter says:
 * nobody outside can write in the name of a user, of the system, or of another swarm.
 */
export function readLetter({ envelope, from }: ReceivedLetter): Arrival {
  const { messageId: id, timestamp, msgType, payload, targetSwarm: swarm, taskOwner, taskContributors } = envelope;
  if (!isId(id) || !isTaskId(payload.taskId)) {
    throw invalidInput("message_id and task_id have 1 to 256 characters, and no task is called '.' or '..'");
  }
  const sender = toSender(payload.sender.address, from.swarm);
  if (envelope.sourceSwarm !== from.swarm || sender === undefined) {
    throw refuse(`swarm '${from.swarm}' cannot speak for ${payload.sender.address} of swarm '${envelope.sourceSwarm}'`);
  }
  const contributors = [...new Set([taskOwner, ...taskContributors])];
  if (contributors.length > MAX_CONTRIBUTORS) throw invalidInput(`more than ${MAX_CONTRIBUTORS} contributors`);
  for (const contributor of contributors) parseInstance(contributor);
  if (!contributors.some((contributor) => swarmOfContributor(contributor) === from.swarm)) {
    throw refuse(`swarm '${from.swarm}' is not among the contributors of the task`);
  }
  const metadata = from.ours ? letterMetadataWire.parse(envelope.metadata ?? {}).value : {};
  if (metadata.from !== undefined && swarmOfContributor(metadata.from) !== from.swarm) {
    throw refuse(`swarm '${from.swarm}' cannot speak for ${metadata.from}`);
  }
  const names = toNames(envelope.payload, swarm);
  const message = {
    id,
    timestamp,
    msgType,
    message: {
      ...withoutSwarms(payload),
      sender: agentAddress(`${sender}@${from.swarm}`),
      ...('recipients' in payload ? { recipients: names.map(agentAddress) } : { recipient: agentAddress(names[0]!) }),
      senderSwarm: from.swarm,
      ...('recipients' in payload ? { recipientSwarms: [swarm] } : { recipientSwarm: swarm }),
      routingInfo: { origin_swarm: from.swarm },
    },
  } as MAILMessage;
  return {
    from,
    message: withNote(message, toNote(message, metadata)),
    names,
    swarm,
    taskOwner,
    contributors,
    metadata,
  };
}

function toNote({ msgType, message }: MAILMessage, metadata: LetterMetadata): LetterNote {
  const { hops = 1, above, seq, taskRun, ended, paused, run, from } = metadata;
  const ending = ended ?? endingOf(msgType, message.subject);
  return {
    hops,
    ...defined({ above, instance: from, seq, taskRun }),
    ...(ending === undefined ? {} : { ended: ending as RunEnding }),
    ...(paused === undefined ? {} : { paused: paused as NonNullable<LetterNote['paused']> }),
    run,
  };
}

/** Servers of others tell of the end of a run by the subject alone. */
function endingOf(msgType: string, subject: string): RunEnding | undefined {
  return msgType === 'response' && subject === COMPLETE_SUBJECT ? { outcome: 'complete' } : undefined;
}

/** The sender's name, if it is one that the swarm can speak for. */
function toSender(address: string, swarm: string): string | undefined {
  const parsed = parseAgentAddress(address);
  return parsed.swarm === undefined || parsed.swarm === swarm ? parsed.name : undefined;
}

/** The recipients that are here. Those of other swarms get letters of their own. */
function toNames(payload: ReceivedLetter['envelope']['payload'], swarm: string): string[] {
  const addresses = recipientsOf({ message: payload }).filter(({ addressType }) => addressType === 'agent');
  const here = addresses
    .map(({ address }) => parseAgentAddress(address))
    .filter((each) => (each.swarm ?? swarm) === swarm);
  if (here.length === 0) throw invalidInput(`the message is addressed to no agent of swarm '${swarm}'`);
  return [...new Set(here.map(({ name }) => name))];
}

function withoutSwarms<Payload extends object>(payload: Payload): Payload {
  const { senderSwarm: _, recipientSwarm: __, recipientSwarms: ___, ...rest } = payload as Record<string, unknown>;
  return rest as Payload;
}

function refuse(message: string): PosthouseError {
  return new PosthouseError({ code: 'sender_refused', message });
}
