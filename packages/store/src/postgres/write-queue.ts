import { PosthouseError } from '@posthouse/protocol';
import type { EncodedWrite } from '../write/encode-write.ts';
import type { TaskWrites, WriteOutcome } from './commit-writes.ts';

/** Commits writes to several tasks in one transaction. */
export type CommitGroup = (tasks: readonly TaskWrites[]) => Promise<WriteOutcome[][]>;

export type WriteQueueOptions = {
  commit: CommitGroup;
  /** How many transactions may be under way at once. */
  lanes?: number;
};

type Settle = { resolve: (value: never) => void; reject: (error: unknown) => void };
type WriteJob = Settle & { write: EncodedWrite };
type Job = WriteJob | (Settle & { work: () => Promise<unknown> });
/** What waits for one task, in order. Only the first of it can be under way. */
type Line = { target: TaskWrites['target']; jobs: Job[]; busy: boolean };

// Two share the work better than many, each of which waits for the disk with less to show for it.
const LANES = 2;
/** One that takes longer waits for somebody else's lock, and another may take its place meanwhile. */
const STALLED_MILLISECONDS = 50;
const MAX_STALLED_LANES = 6;
const MAX_WRITES = 64;

/**
 * Gathers writes into transactions: those of one task in the order of the calls, those of different tasks together or
 * side by side. While all lanes are busy, what comes in waits and then shares the next transaction.
 */
export class WriteQueue {
  readonly #commit: CommitGroup;
  readonly #lanes: number;
  readonly #lines = new Map<string, Line>();
  #busyLanes = 0;
  #stalledLanes = 0;
  #scheduled = false;
  #idle: (() => void)[] = [];

  constructor({ commit, lanes = LANES }: WriteQueueOptions) {
    this.#commit = commit;
    this.#lanes = lanes;
  }

  /** Commits a write to a task, after everything that was given for it before. `index` is the task's name here. */
  write(index: string, target: TaskWrites['target'], write: EncodedWrite): Promise<WriteOutcome> {
    return new Promise<WriteOutcome>((resolve, reject) => {
      this.#add(index, target, { write, resolve, reject });
    });
  }

  /** Does some other work on a task, after everything that was given for it before, and before what comes after. */
  run<T>(index: string, target: TaskWrites['target'], work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#add(index, target, { work, resolve, reject });
    });
  }

  /** Resolves when every job that was given so far is settled. */
  async idle(): Promise<void> {
    if (this.#lines.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #add(index: string, target: TaskWrites['target'], job: Job): void {
    const line = this.#lines.get(index);
    if (line === undefined) this.#lines.set(index, { target, jobs: [job], busy: false });
    else line.jobs.push(job);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Behind everything that is ready in this tick, so that it shares a transaction.
    setImmediate(() => {
      this.#scheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    const ready = [...this.#lines].filter(([, { busy }]) => !busy);
    const [writing, working] = partition(ready, ([, { jobs }]) => 'write' in (jobs[0] as Job));
    for (const [index, line] of working) void this.#work(index, line);
    const lanes = this.#lanes + Math.min(this.#stalledLanes, MAX_STALLED_LANES);
    while (writing.length > 0 && this.#busyLanes < lanes) {
      // What is ready is spread over the lanes that are free.
      const share = Math.ceil(writing.length / (lanes - this.#busyLanes));
      void this.#commitLines(new Map(writing.splice(0, Math.min(share, MAX_WRITES))));
    }
  }

  async #work(index: string, line: Line): Promise<void> {
    const job = line.jobs.shift() as Job & { work: () => Promise<unknown> };
    line.busy = true;
    try {
      job.resolve((await job.work()) as never);
    } catch (error) {
      job.reject(error);
    } finally {
      this.#leave([index]);
    }
  }

  async #commitLines(lines: Map<string, Line>): Promise<void> {
    this.#busyLanes += 1;
    let stalled = 0;
    const stalling = setTimeout(() => {
      stalled = 1;
      this.#stalledLanes += 1;
      this.#schedule();
    }, STALLED_MILLISECONDS).unref();
    for (const line of lines.values()) line.busy = true;
    const room = Math.max(1, Math.floor(MAX_WRITES / lines.size));
    const group = [...lines.values()].map((line) => ({ line, jobs: takeWrites(line, room) }));
    try {
      await this.#commitGroup(group);
    } finally {
      clearTimeout(stalling);
      this.#stalledLanes -= stalled;
      this.#busyLanes -= 1;
      this.#leave(lines.keys());
    }
  }

  async #commitGroup(group: { line: Line; jobs: WriteJob[] }[]): Promise<void> {
    try {
      const tasks = group.map(({ line, jobs }) => ({ target: line.target, writes: jobs.map(({ write }) => write) }));
      const outcomes = await this.#commit(tasks);
      group.forEach(({ jobs }, task) => {
        jobs.forEach((job, index) => job.resolve(outcomes[task]?.[index] as never));
      });
    } catch (error) {
      await this.#fail(group, error);
    }
  }

  /** One value that does not fit fails the whole transaction; by themselves, the other writes do not. */
  async #fail(group: { line: Line; jobs: WriteJob[] }[], error: unknown): Promise<void> {
    const isLast = group.length === 1 && group[0]?.jobs.length === 1;
    if (isAboutAValue(error) && !isLast) {
      for (const { line, jobs } of group) for (const job of jobs) await this.#commitGroup([{ line, jobs: [job] }]);
      return;
    }
    for (const { line, jobs } of group) {
      // What was to come next may rest on what has failed. After a value that does not fit, the task goes on.
      const failed = isAboutAValue(error) ? jobs : [...jobs, ...line.jobs.splice(0)];
      for (const job of failed) job.reject(error);
    }
  }

  #leave(indexes: Iterable<string>): void {
    for (const index of indexes) {
      const line = this.#lines.get(index);
      if (line === undefined) continue;
      line.busy = false;
      // To the end of the queue, if there is more: the others come first.
      this.#lines.delete(index);
      if (line.jobs.length > 0) this.#lines.set(index, line);
    }
    if (this.#lines.size > 0) this.#schedule();
    else for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/** The writes at the beginning of a line, up to the first other work. */
function takeWrites({ jobs }: Line, most: number): WriteJob[] {
  const end = jobs.findIndex((job) => !('write' in job));
  return jobs.splice(0, Math.min(most, end === -1 ? jobs.length : end)) as WriteJob[];
}

function partition<T>(list: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [list.filter((each) => isFirst(each)), list.filter((each) => !isFirst(each))];
}

/** Whether a write failed because of what is in it, and would fail again. */
function isAboutAValue(error: unknown): boolean {
  return PosthouseError.isInstance(error) && (error.code === 'invalid_input' || error.code === 'too_large');
}
