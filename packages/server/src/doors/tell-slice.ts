import {
  type AnswerStep,
  isEntry,
  type LogEntry,
  type RunEvent,
  type SaidAnswer,
  sayAnswer,
  startAnswer,
  startTelling,
  type Telling,
  tellRun,
  type ToldRun,
} from '@posthouse/protocol';
import { readLog, type Store, type Task } from '@posthouse/store';
import type { Slice } from './read-slice.ts';

/**
 * What callers are told who get the answer as one text: when the slice began, the run, and the answer before what follows
 * from it.
 */
export type DoorTelling = { type: 'begin'; at: string } | Telling | AnswerStep;

/** How much of a slice was told: a value, as that of `tellRun` is. */
export type ToldSlice = {
  readonly slice: Pick<Slice, 'posted' | 'messageId'>;
  readonly told: ToldRun;
  readonly answer: SaidAnswer;
  readonly hasBegun: boolean;
  /**
   * The end of the run, or its pause for a budget, until the entries behind it have said whether it is that of the slice:
   * a budget may have been raised since, and then whoever asks again is told how the run went on.
   */
  readonly end: LogEntry | undefined;
  readonly isOver: boolean;
};

type Step = { tellings: DoorTelling[]; state: ToldSlice };

/** A slice of a log before anything of it was told. `held` answers come whole. */
export function startSlice(
  { taskId, owner: { swarm } }: Pick<Task, 'taskId' | 'owner'>,
  { run, ...slice }: Pick<Slice, 'run' | 'posted' | 'messageId'>,
  { held = false }: { held?: boolean } = {},
): ToldSlice {
  // A slice may begin in the middle of its run.
  const told = { ...startTelling({ taskId, swarm, run }), answerId: '' };
  return { slice, told, answer: startAnswer({ held }), hasBegun: false, end: undefined, isOver: false };
}

/** What an event tells of a slice: the run of its message, up to the pause or the end that follows. */
export function tellSlice(state: ToldSlice, event: RunEvent): Step {
  if (state.isOver) return { tellings: [], state };
  if (!isEntry(event)) return tell(state, event);
  const began: DoorTelling[] = state.hasBegun ? [] : [{ type: 'begin', at: event.at }];
  const { tellings, state: next } = tellEntry({ ...state, hasBegun: true }, event);
  return { tellings: [...began, ...tellings], state: next };
}

/** What was held back of a slice whose log ends here. */
export function tellRest(state: ToldSlice): Step {
  return state.end === undefined ? { tellings: [], state } : tell({ ...state, end: undefined }, state.end);
}

/** What a slice tells as far as it is written, and the entry that it ends with for now. */
export async function readSlice(
  store: Store,
  task: Task,
  slice: Slice,
): Promise<{ tellings: DoorTelling[]; last: LogEntry | undefined }> {
  const tellings: DoorTelling[] = [];
  let state = startSlice(task, slice);
  let last: LogEntry | undefined;
  for await (const entry of readLog(store, task.key, slice.after)) {
    const step = tellSlice(state, entry);
    tellings.push(...step.tellings);
    // The entry behind the end of a run only shows that it was one.
    if (state.end === undefined || !step.state.isOver) last = entry;
    state = step.state;
    if (state.isOver) return { tellings, last };
  }
  return { tellings: [...tellings, ...tellRest(state).tellings], last };
}

/** Whether there is nothing more to tell. `isEnd` when the log ends here for now. */
export function isSliceOver({ isOver, end }: ToldSlice, isEnd: boolean): boolean {
  return isOver || (isEnd && end !== undefined);
}

function tellEntry(state: ToldSlice, entry: LogEntry): Step {
  const { told, end, slice } = state;
  if (end === undefined || end.type === 'paused') {
    if (mayEnd(entry, told.run, slice.posted)) return { tellings: [], state: { ...state, end: entry } };
    // What a run still has to tell of itself when it has paused does not end the pause.
    return tell(isGoingOn(entry) ? { ...state, end: undefined } : state, entry);
  }
  // A message that came too late for its run is answered by the one that it starts, in the same write.
  if (entry.type !== 'run-started' || entry.messages?.includes(slice.messageId) !== true) return tellRest(state);
  return tell({ ...state, end: undefined, told: startTelling({ ...told, run: entry.run }) }, entry);
}

/** Whether an entry may be the last of a slice. What a pause for calls asks has to be answered here; a budget has not. */
function mayEnd(entry: LogEntry, run: number, posted: number): boolean {
  if (entry.run !== run) return false;
  return entry.type === 'run-ended' || (entry.type === 'paused' && entry.calls.length === 0 && entry.seq > posted);
}

function isGoingOn({ type }: LogEntry): boolean {
  return type === 'resumed' || type === 'paused';
}

function tell(state: ToldSlice, event: RunEvent): Step {
  const { tellings: told, state: run } = tellRun(state.told, event);
  const tellings: DoorTelling[] = [];
  let { answer, isOver } = state;
  for (const telling of told) {
    // A pause that was there before the request is the one it answers.
    if (telling.type === 'pause' && telling.seq <= state.slice.posted) continue;
    const said = sayAnswer(answer, telling);
    answer = said.state;
    isOver ||= telling.type === 'pause' || telling.type === 'end';
    tellings.push(...said.steps, telling);
  }
  return { tellings, state: { ...state, told: run, answer, isOver } };
}
