import type { SlicePlace } from '../read-slice.ts';
import type { Turn } from './conversation.ts';
import { type CallPlace, readCallId, readItemId } from './door-ids.ts';

/** Where a conversation leaves the log of a task: what stands before is known there, `news` is what comes behind. */
export type Continuation = {
  taskId: string;
  /** The response that was answered last, when an item of it tells. */
  place?: SlicePlace;
  news: Turn[];
};

/** The last turn that we wrote ourselves, if the client has kept its id. */
export function findContinuation(turns: readonly Turn[]): Continuation | undefined {
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const mark = toMark(turns[at]!);
    if (mark !== undefined) return { ...mark, news: turns.slice(at + 1) };
  }
  return undefined;
}

function toMark(turn: Turn): Omit<Continuation, 'news'> | undefined {
  if (turn.type === 'gave') return undefined;
  if (turn.type === 'called') {
    const call = readCallId(turn.callId);
    return call === undefined ? undefined : { taskId: call.taskId };
  }
  if (turn.itemId === undefined) return undefined;
  const place = readItemId(turn.itemId);
  if (place !== undefined) return { taskId: place.taskId, place };
  const call = readCallId(turn.itemId);
  return call === undefined ? undefined : { taskId: call.taskId };
}

/** A result for a call that a task has made. */
export type GivenOutput = { call: CallPlace; id: string; output: string };

/** Results in what is new, for calls of that task; and what is left to be told in words. */
export function splitOutputs(news: readonly Turn[], taskId: string): { outputs: GivenOutput[]; words: Turn[] } {
  const outputs: GivenOutput[] = [];
  const words: Turn[] = [];
  for (const turn of news) {
    const call = turn.type === 'gave' ? readCallId(turn.callId) : undefined;
    if (turn.type === 'gave' && call?.taskId === taskId) outputs.push({ call, id: turn.callId, output: turn.output });
    else words.push(turn);
  }
  return { outputs, words };
}
