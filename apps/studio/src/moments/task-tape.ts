import type { LogEntry } from '@posthouse/protocol';
import { BEGINNING, type Moment, nextMoment } from './moment.ts';

/** So many entries lie between two moments that are kept: going anywhere folds fewer than these. */
const STRIDE = 256;

/**
 * The log of a task as it comes in, and the moments of it. Entries are only added; going back and forth costs the same
 * wherever one goes.
 */
export class TaskTape {
  readonly #swarm: string | undefined;
  readonly entries: LogEntry[] = [];
  /** The moments after 0, `STRIDE`, twice `STRIDE` entries and so on. */
  readonly #kept: Moment[] = [BEGINNING];
  #last: Moment = BEGINNING;
  #looked: Moment | undefined;

  /** `swarm` is the one that the task belongs to. */
  constructor(swarm?: string) {
    this.#swarm = swarm;
  }

  /** The number of the newest entry. */
  get head(): number {
    return this.entries.length;
  }

  /** Adds entries. Those that are known are left out; one that is missing in between ends it there. */
  append(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      if (entry.seq <= this.head) continue;
      if (entry.seq > this.head + 1) return;
      this.entries.push(entry);
      this.#last = nextMoment(this.#last, entry, this.#swarm);
      if (this.entries.length % STRIDE === 0) this.#kept.push(this.#last);
    }
  }

  /** The task after the entry of this number. */
  at(seq: number): Moment {
    const end = Math.max(0, Math.min(seq, this.head));
    if (end === this.head) return this.#last;
    // Several views ask for the same one.
    if (this.#looked?.seq === end) return this.#looked;
    const start = Math.floor(end / STRIDE);
    let moment = this.#kept[start]!;
    for (const entry of this.entries.slice(start * STRIDE, end)) moment = nextMoment(moment, entry, this.#swarm);
    this.#looked = moment;
    return moment;
  }
}
