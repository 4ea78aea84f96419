import type { Wish } from '@posthouse/chat';
import { isEntry, type LogEntry, nextStanding, type RunEvent, type Standing } from '@posthouse/protocol';
import type { Submitted } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';

export type RunSelectionOptions = {
  /** How the task stood when the reader came. */
  task: Pick<Task, 'openRun' | 'status' | 'head'>;
  /** The message whose run is read; without it, whichever run is open. */
  submitted?: Submitted;
  /** Continues with later runs too. */
  follow?: boolean;
};

/** Decides what of a task one reader gets to see, and when there is nothing more to come for it. */
export class RunSelection implements Wish<undefined> {
  readonly #follow: boolean;
  readonly #head: number;
  readonly #messageId: string | undefined;
  #run: number | undefined;
  #standing: Standing;
  #over = false;
  /** The end of the run, held back until the next entry shows whether the same message starts another run. */
  #end: unknown;

  constructor({ task, submitted, follow = false }: RunSelectionOptions) {
    this.#follow = follow;
    this.#run = submitted?.run;
    this.#messageId = submitted?.messageId;
    // A message is read from where it was posted, so everything that became of it is still to come.
    this.#head = submitted === undefined ? task.head : 0;
    const isAtWork = submitted !== undefined || (task.openRun !== null && task.status !== 'paused');
    this.#standing = isAtWork ? 'running' : 'new';
  }

  /** What happens next, without what is not for this reader. `isEnd` when the log ends here for now. */
  select<Each extends { event: RunEvent }>(events: readonly Each[], isEnd: boolean): readonly Each[] {
    if (this.#over) return [];
    if (this.#run !== undefined) return this.#selectOfRun(events, isEnd);
    for (const { event } of events) if (isEntry(event) && event.seq > this.#head) this.#see(event);
    return events;
  }

  /** Whether the stream is over: the run of this reader has ended or waits for an answer, and all of it was seen. */
  isOver(_: undefined, isEnd: boolean): boolean {
    return this.#over || (isEnd && !this.#follow && this.#standing !== 'running');
  }

  /** What was posted too late for its run starts the next one, in the same write; the answer is that one's. */
  #selectOfRun<Each extends { event: RunEvent }>(events: readonly Each[], isEnd: boolean): Each[] {
    const taken: Each[] = [];
    for (const each of events) {
      const { event } = each;
      if (isEntry(event)) {
        if (this.#end !== undefined && !this.#goesOnWith(event)) break;
        if (event.run === this.#run) this.#see(event);
        if (event.type === 'run-ended' && event.run === this.#run) {
          this.#end = each;
          continue;
        }
      }
      taken.push(each);
    }
    if (this.#end === undefined || !(isEnd || this.#over)) return taken;
    this.#over = true;
    return [...taken, this.#end as Each];
  }

  /** Whether the run that begins right behind the end of this one is about the same message. */
  #goesOnWith(entry: LogEntry): boolean {
    const isAbout = entry.type === 'run-started' && entry.messages?.includes(this.#messageId!) === true;
    if (isAbout) {
      this.#run = entry.run;
      this.#end = undefined;
    } else this.#over = true;
    return isAbout;
  }

  #see(entry: LogEntry): void {
    this.#standing = nextStanding(this.#standing, entry);
  }
}
