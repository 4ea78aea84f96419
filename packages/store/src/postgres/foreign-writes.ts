import type { TaskKey } from '../task.ts';
import { fromPayload } from './notices.ts';
import type { Connection } from './statement.ts';
import { CHANGE_MEMORY_MILLISECONDS, changeTable, type Moment } from './tables/change-table.ts';
import { taskTable } from './tables/task-table.ts';

export type ForeignWritesOptions = {
  connection: Connection;
  /** Where to begin: what was written before is no news. */
  moment: Moment;
  origin: string;
  announce: (keys: Iterable<TaskKey>) => void;
};

const FORGETTING_MILLISECONDS = 15_000;

/**
 * Finds out what other processes have written: from their notices, which come at once and may be lost, and by looking,
 * which misses nothing. A transaction that was heard of, or is our own, is no news when it is seen.
 */
export class ForeignWrites {
  readonly #connection: Connection;
  readonly #origin: string;
  readonly #announce: (keys: Iterable<TaskKey>) => void;
  /** Numbers of transactions that were heard of, or are our own, as far as a look may still find them. */
  readonly #heard = new Set<string>();
  /** Numbers of transactions that looks have found before anybody told of them, and when. A busy process hears late. */
  readonly #seen = new Map<string, number>();
  #moment: Moment;
  /** Moments that have passed, the oldest first. */
  #past: Moment[] = [];
  #forgottenAt: number;
  #looking: Promise<void> | undefined;

  constructor({ connection, moment, origin, announce }: ForeignWritesOptions) {
    this.#connection = connection;
    this.#origin = origin;
    this.#announce = announce;
    this.#moment = moment;
    this.#forgottenAt = moment.now;
  }

  /** This process has committed a transaction, and has announced it. */
  committed(xact: string): void {
    this.#heard.add(xact);
  }

  hear(payload: string): void {
    const { origin, notices } = fromPayload(payload);
    if (origin === this.#origin) return;
    for (const { xact, tasks } of notices) {
      if (xact !== undefined && this.#seen.has(xact)) continue;
      if (xact !== undefined) this.#heard.add(xact);
      this.#announce(tasks);
    }
  }

  /** Looks once; if somebody is looking already, that will do. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(): Promise<void> {
    const last = this.#moment;
    const { moment, changes } = await changeTable.since(this.#connection, last);
    const news = changes.filter(({ xact }) => !this.#heard.has(xact));
    for (const { xact } of news) this.#seen.set(xact, moment.now);
    for (const [xact, at] of this.#seen) if (moment.now - at > CHANGE_MEMORY_MILLISECONDS) this.#seen.delete(xact);
    this.#announce(news.map(({ task }) => task));
    // Others forget what we have not seen when we were away for too long; then the tasks themselves have to tell.
    if (moment.now - last.now > CHANGE_MEMORY_MILLISECONDS / 2) {
      this.#announce(await taskTable.updatedSince(this.#connection, last.now - CHANGE_MEMORY_MILLISECONDS));
    }
    this.#moment = moment;
    this.#past.push(moment);
    for (const xact of this.#heard) if (BigInt(xact) < BigInt(moment.earliest)) this.#heard.delete(xact);
    await this.#forget(moment.now);
  }

  /** Removes what everybody has seen, now and then. */
  async #forget(now: number): Promise<void> {
    if (now - this.#forgottenAt < FORGETTING_MILLISECONDS) return;
    this.#forgottenAt = now;
    const old = this.#past.findLast((moment) => now - moment.now > CHANGE_MEMORY_MILLISECONDS);
    this.#past = this.#past.filter((moment) => now - moment.now <= CHANGE_MEMORY_MILLISECONDS);
    if (old !== undefined) await changeTable.forget(this.#connection, old);
  }
}
