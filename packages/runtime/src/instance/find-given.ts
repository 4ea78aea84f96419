import { isDeepStrictEqual } from 'node:util';
import { type CallResult, type JSONValue, type LogEntry, PosthouseError } from '@posthouse/protocol';
import type { Store, Task, Turn } from '@posthouse/store';
import { toPeerMailbox } from '../task/letters/peer-mailbox.ts';
import { readTurn } from '../task/turn-data.ts';
import { type CallAnswers, toOutcome } from '../task/decide-resume.ts';
import type { ResumePlace } from './resume-once.ts';
import { openCallsOf } from '../task/task-data.ts';

/** How far back a call is looked for, in entries: a longer log makes the search no longer. */
const MAX_ENTRIES_SEARCHED = 2_000;
const PAGE_SIZE = 100;

type CallAnswer = { callId: string; content: JSONValue };

/** Answers of which some were given before, with the same content. */
export type GivenAnswers = {
  repeated: number;
  /** The others: their calls wait, or are not known. */
  rest: CallAnswer[];
  /** The pause that asked for those that were given: behind it stands what came of them. */
  place?: ResumePlace;
};

/** What the log says of a call that somebody outside was asked about. */
type Past = { asked?: ResumePlace; started?: true; ended?: CallResult };

/**
 * Tells answers that were given before from new ones, by the end of the log. Throws `call_answered` for an answer that
 * differs from the one that was given. Undefined when the answers do not say what they answer, and the log neither.
 */
export async function findGiven(store: Store, task: Task, answers: CallAnswers): Promise<GivenAnswers | undefined> {
  const named = Array.isArray(answers) ? answers : await nameCall(store, task, answers);
  if (named === undefined || named.length === 0) return undefined;
  const { open } = await store.load(task.key);
  const waiting = new Set(openCallsOf(open).map(({ callId }) => callId));
  const closed = named.filter(({ callId }) => !waiting.has(callId));
  const pasts = await readPasts(store, task, new Set(closed.map(({ callId }) => callId)));
  const given: GivenAnswers = { repeated: 0, rest: named.filter(({ callId }) => waiting.has(callId)) };
  for (const answer of closed) {
    const {
      asked,
      started,
      ended = await readPeerResult(store, task, { open, callId: answer.callId }),
    } = pasts.get(answer.callId)!;
    if (asked === undefined || ended?.status === 'not-run') {
      given.rest.push(answer);
      continue;
    }
    if (!isSame(answer.content, { started, ended })) throw alreadyAnswered(answer.callId);
    given.repeated += 1;
    if (given.place === undefined || given.place.after < asked.after) given.place = asked;
  }
  return given;
}

/** Throws `call_answered` when the entries that were written under a key gave a call another result. */
export function refuseOtherAnswers(written: readonly LogEntry[], answers: CallAnswers): void {
  for (const entry of written) {
    if (entry.type !== 'call-ended') continue;
    const answer = Array.isArray(answers) ? answers.find(({ callId }) => callId === entry.callId) : answers;
    const content = typeof answer === 'object' ? answer.content : answer;
    if (content === undefined || !isSame(content, { ended: entry.result })) throw alreadyAnswered(entry.callId);
  }
}

/** An answer without a call id is for the only call of the newest pause. */
async function nameCall(
  store: Store,
  task: Task,
  answer: Exclude<CallAnswers, CallAnswer[]>,
): Promise<CallAnswer[] | undefined> {
  for await (const entry of readBackwards(store, task)) {
    if (entry.type !== 'paused') continue;
    const [call, ...others] = entry.calls;
    if (call === undefined || others.length > 0) return undefined;
    return [{ callId: call.callId, content: typeof answer === 'string' ? answer : answer.content }];
  }
  return undefined;
}

async function readPasts(store: Store, task: Task, callIds: Set<string>): Promise<Map<string, Past>> {
  const pasts = new Map<string, Past>([...callIds].map((callId) => [callId, {}]));
  const missing = new Set(callIds);
  if (missing.size === 0) return pasts;
  for await (const entry of readBackwards(store, task)) {
    const fact = entry.type === 'remote' ? entry.fact : entry;
    if (fact.type === 'paused') {
      for (const { callId } of fact.calls) {
        if (missing.delete(callId)) pasts.get(callId)!.asked = { run: entry.run, after: entry.seq };
      }
    } else if ('callId' in fact && missing.has(fact.callId)) {
      const past = pasts.get(fact.callId)!;
      if (fact.type === 'call-started') past.started = true;
      else if (fact.type === 'call-ended') past.ended ??= fact.result;
      // Models use ids again: what was read belongs to a later call, that nobody outside was asked about.
      else if (entry.type === 'call') pasts.set(fact.callId, {});
    }
    if (missing.size === 0) break;
  }
  return pasts;
}

/** Entries from the newest on, up to a point. */
async function* readBackwards(store: Store, { key, head }: Task): AsyncGenerator<LogEntry> {
  const first = Math.max(0, head - MAX_ENTRIES_SEARCHED);
  for (let end = head; end > first;) {
    const after = Math.max(first, end - PAGE_SIZE);
    const { entries } = await store.read(key, after, end - after);
    yield* entries.toReversed();
    end = after;
  }
}

/** Between us and another swarm an answer stands in no log, but in the turn that holds the questions of that swarm. */
async function readPeerResult(
  store: Store,
  task: Task,
  { open, callId }: { open: Turn[]; callId: string },
): Promise<CallResult | undefined> {
  const [swarm, ...rest] = callId.split('/');
  if (rest.length === 0) return undefined;
  const turns = [...open, ...(await store.history(task.key, toPeerMailbox(swarm!)))];
  return turns.flatMap((turn) => readTurn(turn).calls).find((call) => call.callId === callId)?.result;
}

/** Whether an answer would come to what has become of the call. A call without a result has been granted. */
function isSame(content: JSONValue, { started, ended }: Pick<Past, 'started' | 'ended'>): boolean {
  const isGranted = started === true || ended === undefined;
  const isApproval = isGranted || ended.code === 'denied';
  return isDeepStrictEqual(toOutcome(content, isApproval), isGranted ? 'granted' : ended);
}

function alreadyAnswered(callId: string): PosthouseError {
  return new PosthouseError({
    code: 'call_answered',
    message: `call '${callId}' was already answered differently; the first answer counts`,
  });
}
