import type { LogEntry } from '@posthouse/protocol';
import type { Submitted } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';

export type RunWatchOptions = {
  /** How the task stood when the reader came. */
  task: Pick<Task, 'openRun' | 'status' | 'head'>;
  /** The message whose run is read; without it, whichever run is open. */
  submitted?: Submitted;
  /** Goes on with later runs too. */
  follow?: boolean;
};

/** Decides what of the log one reader gets to see, and when there is nothing more to come for it. */
export class RunWatch {
  readonly #follow: boolean;
  readonly #head: number;
  readonly #messageId: string | undefined;
  #run: number | undefined;
  #open: boolean;
  #paused: boolean;
  #over = false;

  constructor({ task, submitted, follow = false }: RunWatchOptions) {
    this.#follow = follow;
    this.#run = submitted?.run;
    this.#messageId = submitted?.messageId;
    // A message is read from where it was posted, so everything that became of it is still to come.
    this.#head = submitted === undefined ? task.head : 0;
    this.#open = submitted !== undefined || task.openRun !== null;
    this.#paused = submitted === undefined && task.status === 'paused';
  }

  /** Whether the run has ended or waits for somebody; asked when the reader has seen everything there is. */
  get resting(): boolean {
    return !this.#follow && (this.#over || !this.#open || this.#paused);
  }

  /** Whether nothing that comes after is for this reader. */
  get over(): boolean {
    return this.#over;
  }

  /** The next entries, without those that are not for this reader. */
  take(entries: readonly LogEntry[]): LogEntry[] {
    if (this.#over) return [];
    if (this.#run === undefined) {
      for (const entry of entries) if (entry.seq > this.#head) this.#see(entry);
      return [...entries];
    }
    return this.#takeOfRun(entries, this.#run);
  }

  /** What was posted too late for its run starts the next one, in the same write; the answer is that one's. */
  #takeOfRun(entries: readonly LogEntry[], run: number): LogEntry[] {
    const end = entries.findIndex((entry) => entry.type === 'run-ended' && entry.run === run);
    for (const entry of end === -1 ? entries : entries.slice(0, end)) if (entry.run === run) this.#see(entry);
    if (end === -1) return [...entries];
    const next = entries[end + 1];
    if (next !== undefined && this.#isAbout(next)) {
      this.#run = next.run;
      this.#paused = false;
      return [...entries.slice(0, end), ...this.#takeOfRun(entries.slice(end + 1), next.run)];
    }
    this.#over = true;
    return entries.slice(0, end + 1);
  }

  #isAbout(entry: LogEntry): boolean {
    return entry.type === 'run-started' && entry.messages?.includes(this.#messageId!) === true;
  }

  #see(entry: LogEntry): void {
    if (entry.type === 'run-started') this.#open = true;
    if (entry.type === 'run-ended') this.#open = false;
    if (entry.type === 'paused') this.#paused = true;
    if (entry.type === 'resumed' || entry.type === 'run-ended') this.#paused = false;
  }
}
