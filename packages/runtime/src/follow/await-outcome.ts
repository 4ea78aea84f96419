import {
  type Instance,
  type LogEntry,
  type OpenCall,
  toBudgetText,
  toOpenCallsText,
  type UsedBudget,
} from '@posthouse/protocol';
import { readLog, type Store, type Task, type TaskKey } from '@posthouse/store';
import { Bell } from '../live/bell.ts';
import type { ChangeBoard } from '../live/change-board.ts';
import { stayAlive } from '../live/stay-alive.ts';

/** A message that is safe on disk: the run it was posted in, and the `seq` after which its part of the log begins. */
export type Submitted = {
  taskId: string;
  /** The store's name of the task, where it is known: saves looking for it. */
  key?: TaskKey;
  messageId: string;
  run: number;
  after: number;
};

/** The result of a run so far. */
export type PostResult = {
  taskId: string;
  run: number;
  status: 'complete' | 'paused' | 'error' | 'cancelled';
  /** The answer, the reason why there is none, or the open calls as JSON text. */
  response: string;
  code?: string;
  /** On a pause: the calls that wait for a result. */
  calls?: OpenCall[];
  /** On a pause: the budget that is used up, if that is why. */
  budget?: UsedBudget;
};

type Source = {
  store: Store;
  changes: ChangeBoard;
  rests: ChangeBoard<Task>;
  isRunning(key: TaskKey, run: number): boolean;
};

/** How often to look at a task that another process runs; our own tell us when they rest. */
const FOREIGN_LOOK_MS = 25;
const TAIL_ENTRIES = 20;

/** Waits until the run that reads a message ends or pauses. Looks at the log only then, so waiting costs nothing. */
export async function awaitOutcome(
  source: Source,
  { key, owner }: { key: TaskKey; owner: Instance },
  submitted: Submitted,
  signal: AbortSignal,
): Promise<PostResult> {
  const { store, changes, rests } = source;
  const { taskId, run } = submitted;
  const bell = new Bell();
  const ring = () => bell.ring();
  let rested: Task | undefined;
  const rest = (task: Task) => {
    rested = task;
    ring();
  };
  let timer: NodeJS.Timeout | undefined;
  const ringSoon = () => (timer ??= setTimeout(() => ((timer = undefined), ring()), FOREIGN_LOOK_MS));
  const unlisten = [rests.listen(key, rest), changes.listen(key, ringSoon), stayAlive()];
  signal.addEventListener('abort', ring);
  try {
    for (;;) {
      const heard = bell.listen();
      signal.throwIfAborted();
      // A run that is at work here tells when it rests; any other is looked at.
      const told: Task | undefined = rested;
      rested = undefined;
      const now = told ?? (source.isRunning(key, run) ? undefined : await store.find(owner, taskId));
      if (now !== undefined && (now.openRun !== run || now.status === 'paused')) {
        const outcome = await readOutcome(store, now, submitted);
        if (outcome !== undefined) return outcome;
      }
      await heard;
    }
  } finally {
    clearTimeout(timer);
    for (const stop of unlisten) stop();
    signal.removeEventListener('abort', ring);
  }
}

/** Looks at the end of the log first, where it most likely stands: a long run need not be read through for it. */
async function readOutcome(store: Store, task: Task, submitted: Submitted): Promise<PostResult | undefined> {
  const near = Math.max(submitted.after, task.head - TAIL_ENTRIES);
  return (await readFrom(near, store, task, submitted)) ?? (await readFrom(submitted.after, store, task, submitted));
}

async function readFrom(
  start: number,
  store: Store,
  task: Task,
  submitted: Submitted,
): Promise<PostResult | undefined> {
  const outcome = new OutcomeReader(submitted);
  for await (const entry of readLog(store, task.key, start)) outcome.read(entry);
  return outcome.result;
}

/** Finds the outcome of one message in the log. */
class OutcomeReader {
  result: PostResult | undefined;
  readonly #taskId: string;
  readonly #messageId: string;
  #run: number;

  constructor({ taskId, messageId, run }: Submitted) {
    this.#taskId = taskId;
    this.#messageId = messageId;
    this.#run = run;
  }

  read(entry: LogEntry): void {
    // Mail that nobody had read when its run ended starts another one, and that is the one to wait for.
    if (entry.type === 'run-started' && entry.messages?.includes(this.#messageId) === true && entry.run !== this.#run) {
      this.#run = entry.run;
      this.result = undefined;
    }
    if (entry.run !== this.#run) return;
    if (entry.type === 'resumed') this.result = undefined;
    else if (entry.type === 'paused') this.result = this.#paused(entry);
    else if (entry.type === 'run-ended') this.result = this.#ended(entry);
  }

  #paused({ run, calls, budget }: LogEntry & { type: 'paused' }): PostResult {
    const taskId = this.#taskId;
    if (budget !== undefined && calls.length === 0)
      return { taskId, run, status: 'paused', response: toBudgetText(budget), code: 'budget_exceeded', calls, budget };
    return { taskId: this.#taskId, run, status: 'paused', response: toOpenCallsText(calls), calls };
  }

  #ended({ run, outcome, text, code }: LogEntry & { type: 'run-ended' }): PostResult {
    return { taskId: this.#taskId, run, status: outcome, response: text, code };
  }
}
