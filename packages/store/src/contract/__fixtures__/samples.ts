import { type Instance, type LiveText, newId, type NewEntry, PosthouseError } from '@posthouse/protocol';
import type { NewSession } from '../../session.ts';
import type { Store } from '../../store.ts';
import type { NewMail, Turn } from '../../task.ts';
import type { Committed, Write } from '../../write/write.ts';

/** What a suite is given: a new, empty store at every call, and a way to let time pass for it. */
export type ContractOptions = {
  open: () => Promise<Store>;
  /** Moves the clock that leases and due mail are measured by. */
  passTime: (milliseconds: number) => Promise<void> | void;
  /** How many samples a property takes, where the usual number would take too long. */
  numRuns?: number;
};

export const alice: Instance = { swarm: 'alpha', role: 'user', id: 'alice' };

/** Texts that some database or other has trouble with. */
export const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uDC00',
  'x\uDBFFy',
  '"',
  '"a"',
  '\\',
  "'; DROP TABLE task; --",
  '%_',
  '👩‍👩‍👧',
  'é',
  'e\u0301',
  '\uFEFF',
  '\u2028',
];

export function notice(text = 'something happened', run = 1): NewEntry {
  return { run, type: 'notice', code: 'sample', text };
}

export function runStarted(run = 1): NewEntry {
  return { run, type: 'run-started', answerId: newId() };
}

export function runEnded(run = 1, outcome: 'complete' | 'error' | 'cancelled' = 'complete'): NewEntry {
  return { run, type: 'run-ended', outcome, text: 'That is all.' };
}

export function mailTo(
  mailbox: string,
  { body = 'Please read.', ...mail }: Partial<NewMail> & { body?: string } = {},
): NewMail {
  const id = mail.id ?? newId();
  const sender = { addressType: 'agent', address: 'supervisor' } as const;
  const recipient = { addressType: 'agent', address: mailbox } as const;
  const message = { taskId: 'trip', requestId: id, sender, recipient, subject: 'A question', body };
  return {
    id,
    mailbox,
    tier: 5,
    run: 1,
    message: { id, timestamp: '2026-01-01T00:00:00.000000+00:00', msgType: 'request', message },
    ...mail,
  };
}

export function turnOf(agent: string, turn: number, rest: Partial<Turn> = {}): Turn {
  return { agent, turn, run: 1, done: true, data: { said: `${agent} ${turn}` }, ...rest };
}

export function liveText(agent: string, turn: number, rest: Partial<LiveText> = {}): LiveText {
  return { agent, turn, attempt: 1, part: 0, kind: 'text', text: 'Once upon', ...rest };
}

/** Writes to a task of Alice's that is made by the first write. */
export function begin(store: Store, write: Partial<Write> = {}): Promise<Committed> {
  return store.commit({ task: { owner: alice, taskId: newId() }, entries: [], ...write });
}

/** A session of Alice's. */
export function sessionOf(id: string, rest: Partial<NewSession> = {}): NewSession {
  const owner = { role: alice.role, id: alice.id };
  return { owner, id, agent: 'alpha', title: 'Trip', taskId: 'trip', branches: [], data: {}, ...rest };
}

/** The code a promise is refused with; undefined when it is not refused. */
export async function refusalOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (PosthouseError.isInstance(error)) return error.code;
    throw error;
  }
}
