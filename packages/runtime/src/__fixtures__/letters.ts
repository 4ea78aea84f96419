import type { MAILInterswarmMessage, MAILMessage } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import { type LetterMetadata, letterMetadataWire } from '../task/letters/letter-metadata.ts';
import { type LetterNote, withNote } from '../task/letters/letter-note.ts';
import type { ReceivedLetter } from '../federation/peers.ts';
import { type Arrival, readLetter } from '../federation/read-letter.ts';
import {
  agentAddress,
  composeBroadcast,
  composeInterrupt,
  composeRequest,
  composeResponse,
} from '../messages/compose-messages.ts';
import { RunLedger } from '../task/run-ledger.ts';
import { type TaskCaller, type TaskData, toData } from '../task/task-data.ts';
import { runningTask } from './decision-state.ts';

/** Everything here is about a task at alpha, which exchanges letters with chief@beta and others. */
const PLACE = { taskId: 't', swarm: 'alpha' };

type Words = { subject?: string; body?: string; requestId?: string; note?: LetterNote };
type Kind = 'request' | 'response' | 'interrupt' | 'broadcast';

/** A message between agents; `chief@beta` is one of another swarm, `boss` one of alpha. */
export function letter(from: string, to: string, kind: Kind = 'request', words: Words = {}): MAILMessage {
  const { subject = 's', body = 'b', requestId, note } = words;
  const options = { sender: agentAddress(from), recipient: to, subject, body };
  const composed = {
    request: () => composeRequest(PLACE, options),
    response: () => composeResponse(PLACE, { ...options, ...(requestId === undefined ? {} : { requestId }) }),
    interrupt: () => composeInterrupt(PLACE, options),
    broadcast: () => composeBroadcast(PLACE, { ...options, recipients: [to] }),
  }[kind]();
  return note === undefined ? composed : withNote(composed, note);
}

/** The word that a run elsewhere has ended. */
export function ending(from: string, to: string, note: LetterNote, words: Words = {}): MAILMessage {
  return letter(from, to, 'response', { subject: '::task_complete::', ...words, note });
}

/** What a run has come to whose log has these messages, each with its reader. */
export function ledgerOf(...messages: [to: string, message: MAILMessage][]): RunLedger {
  const ledger = new RunLedger();
  for (const [to, message] of messages) ledger.enter({ run: 1, type: 'message', to, message });
  return ledger;
}

/** A task of ada at alpha in the middle of its first run. */
export function taskAt(
  { caller, ...data }: TaskData & { caller?: TaskCaller } = {},
  changes: Partial<Task> = {},
): Task {
  const current = {
    run: 1,
    entrypoint: 'boss',
    startedAt: 0,
    startSeq: 0,
    caller,
  };
  return runningTask({
    owner: { swarm: 'alpha', role: 'user', id: 'ada' },
    data: toData({ current, ...data }),
    ...changes,
  });
}

/** A task that beta has brought to alpha. */
export function visitingTask(data: TaskData & { caller?: TaskCaller } = {}, changes: Partial<Task> = {}): Task {
  const caller = { swarm: 'beta', agent: 'chief', instance: 'user:eve@beta', ours: true, hops: 1 };
  return taskAt(
    { caller, taskOwner: 'user:eve@beta', contributors: ['user:eve@beta', 'swarm:beta@alpha'], ...data },
    { owner: { swarm: 'alpha', role: 'swarm', id: 'beta' }, ...changes },
  );
}

type EnvelopeParts = {
  message?: MAILMessage;
  metadata?: LetterMetadata;
  payload?: object;
} & Partial<Omit<MAILInterswarmMessage, 'metadata' | 'payload'>>;

/** A letter of chief@beta about a task of eve's, as it comes in at alpha. */
export function envelopeOf({ message, metadata, payload, ...changes }: EnvelopeParts = {}): MAILInterswarmMessage {
  const { id, timestamp, msgType, message: words } = message ?? letter('chief@beta', 'boss@alpha');
  return {
    messageId: id,
    sourceSwarm: 'beta',
    targetSwarm: 'alpha',
    timestamp,
    msgType,
    payload: { ...words, ...payload },
    authToken: '',
    taskOwner: 'user:eve@beta',
    taskContributors: ['user:eve@beta'],
    metadata: letterMetadataWire.emit(metadata ?? {}),
    ...changes,
  } as MAILInterswarmMessage;
}

/** The same, read. */
export function arrivalOf(parts: EnvelopeParts = {}, from: Partial<ReceivedLetter['from']> = {}): Arrival {
  const envelope = envelopeOf(parts);
  return readLetter({ direction: 'forward', envelope, from: { swarm: 'beta', ours: true, ...from } });
}
