import { type AnswerMark, type HistoryTurn, isUserEntry, type LogEntry, readHistory } from '@posthouse/protocol';
import type { SwarmInstance } from '@posthouse/runtime';
import type { Store, Task } from '@posthouse/store';
import { digestOf } from '../../routes/history-digest.ts';
import { findSlice, type SlicePlace } from '../read-slice.ts';
import { readSlice } from '../tell-slice.ts';
import type { Turn } from './conversation.ts';
import { type CallPlace, readCallId, readItemId } from './door-ids.ts';

const PAGE = 100;

/** An answer in a conversation as the log of its task knows it. `seq` is where it ended. */
export type DoorMark = AnswerMark & { task: Task; run: number; seq: number };

/**
 * As much of a conversation as says what it means. Ids of ours say where in which log an answer stands, and the log says
 * what it answered; a task that is not the caller's is none. The newest answer is enough unless the history was changed.
 */
export async function readPast(
  { store, instance }: { store: Store; instance: SwarmInstance },
  turns: readonly Turn[],
  placeOf: (turn: Turn) => SlicePlace | CallPlace | undefined = toPlace,
): Promise<{ newest: HistoryTurn<DoorMark>[]; all: () => Promise<HistoryTurn<DoorMark>[]> }> {
  const places = turns.map(placeOf);
  const taskIds = [...new Set(places.flatMap((place) => place?.taskId ?? []))];
  const tasks = new Map(await Promise.all(taskIds.map(async (id) => [id, await instance.task(id)] as const)));
  const read = (isWanted: (at: number) => boolean) =>
    Promise.all(
      turns.map(async (turn, at) => {
        if (turn.type === 'said' && turn.role === 'user') return { said: turn.text };
        const place = places[at];
        const task = place === undefined || !isWanted(at) ? undefined : tasks.get(place.taskId);
        const mark = task && (await readMark(store, task, place!));
        return mark && { marks: [mark] };
      }),
    );
  const last = places.findLastIndex((place) => place !== undefined && tasks.get(place.taskId) !== undefined);
  const newest = await read((at) => at === last);
  const all = () => read(() => true);
  return { newest: readHistory(newest).from === last + 1 ? newest : await all(), all };
}

/** Where an answer stands, by the id that the client has kept of it. */
export function toPlace(turn: Turn): SlicePlace | CallPlace | undefined {
  if (turn.type === 'gave') return undefined;
  const ids = turn.type === 'called' ? [turn.callId] : turn.itemId === undefined ? [] : [turn.itemId];
  return ids.map((id) => readItemId(id) ?? readCallId(id))[0];
}

async function readMark(store: Store, task: Task, place: SlicePlace | CallPlace): Promise<DoorMark | undefined> {
  const end = 'index' in place ? await readPause(store, task, place) : await readEnd(store, task, place);
  if (end === undefined) return undefined;
  const { run, seq } = end;
  return { taskId: task.taskId, task, run, seq, digest: await readDigest(store, task, seq) };
}

/** The pause that named a call. */
export async function readPause(
  store: Store,
  { key }: Task,
  { seq, index }: CallPlace,
): Promise<(LogEntry & { type: 'paused' }) | undefined> {
  const [entry] = (await store.read(key, seq - 1, 1)).entries;
  return entry?.type === 'paused' && entry.calls[index] !== undefined ? entry : undefined;
}

async function readEnd(store: Store, task: Task, place: SlicePlace) {
  const slice = await findSlice(store, task, place);
  return slice && (await readSlice(store, task, slice)).last;
}

/** What stands for the messages up to a place. */
async function readDigest(store: Store, { key }: Task, seq: number): Promise<string | undefined> {
  for (let to = seq; to > 0; to -= PAGE) {
    const after = Math.max(0, to - PAGE);
    const { entries } = await store.read(key, after, to - after);
    const posted = entries.findLast(isUserEntry);
    if (posted !== undefined) return digestOf(posted.message);
  }
  return undefined;
}
