import type { Durability } from '../transcript.ts';
import { fromSQLiteError } from './sqlite-error.ts';

/** What a database does for a group of jobs. */
export type Transactions = {
  /**
   * What its commit has to survive is known before. Throws when the database is not to be had; `isBusy` says whether
   * waiting helps.
   */
  begin(durability: Durability): void;
  isBusy(error: unknown): boolean;
  /** Does the work whole or not at all, within the transaction: with a savepoint, which has its price. */
  attempt<T>(work: () => T): T;
  /** False when an error has undone the whole transaction, not only the work that met it. */
  isOpen(): boolean;
  commit(): void;
  rollback(): void;
};

export type GroupCommitOptions = {
  transactions: Transactions;
  /** How long one transaction may take on new jobs: long enough to share the cost, short enough to let others in. */
  workMilliseconds?: number;
  /** How long jobs wait for a database that somebody else is writing to. */
  giveUpMilliseconds?: number;
};

type Job = {
  work: () => unknown;
  durability: Durability;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  outcome?: { value: unknown } | { error: unknown };
};

const RETRY_MILLISECONDS = 2;

/**
 * Gathers all jobs of a tick into one transaction, in the order they came. A job is done when its transaction is
 * committed, not earlier; a job that fails leaves the others of its group as they are.
 *
 * Most jobs do not fail, so a group is first done without savepoints (a fifth of the cost of a write). If a job fails,
 * the whole group is undone, and done again with a savepoint for each: a job is a value, nobody has been answered yet.
 */
export class GroupCommit {
  readonly #transactions: Transactions;
  readonly #workMilliseconds: number;
  readonly #giveUpMilliseconds: number;
  #queue: Job[] = [];
  #scheduled = false;
  #careful = false;
  #busySince: number | undefined;
  #idle: (() => void)[] = [];

  constructor({ transactions, workMilliseconds = 4, giveUpMilliseconds = 30_000 }: GroupCommitOptions) {
    this.#transactions = transactions;
    this.#workMilliseconds = workMilliseconds;
    this.#giveUpMilliseconds = giveUpMilliseconds;
  }

  /**
   * Runs the work in the next transaction and gives its result once that is committed. The disk is waited for unless
   * nobody in the group needs it.
   */
  run<T>(work: () => T, durability: Durability = 'full'): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, durability, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  /** Resolves when every job that was given so far is settled. */
  async idle(): Promise<void> {
    if (this.#queue.length > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#scheduled || this.#queue.length === 0) return;
    this.#scheduled = true;
    // Behind everything that is ready in this tick, so that one fsync serves it all.
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#begin()) this.#runGroup();
    if (this.#queue.length > 0) this.#schedule();
    else for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** False when there is no transaction: then the jobs wait for a later one, or have been told that there is none. */
  #begin(): boolean {
    try {
      this.#transactions.begin(this.#queue.some(({ durability }) => durability === 'full') ? 'full' : 'normal');
      this.#busySince = undefined;
      return true;
    } catch (error) {
      if (this.#transactions.isBusy(error) && this.#mayRetry()) {
        this.#scheduled = true;
        setTimeout(() => this.#flush(), RETRY_MILLISECONDS);
      } else {
        this.#busySince = undefined;
        for (const job of this.#queue.splice(0)) job.reject(fromSQLiteError(error));
      }
      return false;
    }
  }

  #mayRetry(): boolean {
    this.#busySince ??= performance.now();
    return performance.now() - this.#busySince < this.#giveUpMilliseconds;
  }

  #runGroup(): void {
    const group = this.#work();
    if (group === undefined) return;
    try {
      this.#transactions.commit();
    } catch (error) {
      this.#transactions.rollback();
      // Also for jobs that were refused: what they were refused for may just have been undone.
      for (const job of group) job.reject(fromSQLiteError(error));
      return;
    }
    // Where one is refused, others often are.
    this.#careful = group.some(({ outcome }) => outcome !== undefined && 'error' in outcome);
    for (const { outcome, resolve, reject } of group) {
      if (outcome !== undefined && 'value' in outcome) resolve(outcome.value);
      else reject(fromSQLiteError(outcome?.error));
    }
  }

  /** Does as many jobs as there is time for; undefined when that came to nothing and must be done again. */
  #work(): Job[] | undefined {
    const end = performance.now() + this.#workMilliseconds;
    let done = 0;
    for (const job of this.#queue) {
      try {
        job.outcome = { value: this.#careful ? this.#transactions.attempt(job.work) : job.work() };
      } catch (error) {
        if (!this.#careful || !this.#transactions.isOpen()) {
          this.#undoGroup(job, done, error);
          return undefined;
        }
        job.outcome = { error };
      }
      done += 1;
      if (performance.now() >= end) break;
    }
    return this.#queue.splice(0, done);
  }

  #undoGroup(job: Job, place: number, error: unknown): void {
    this.#transactions.rollback();
    if (this.#careful) {
      // A job that undoes all others even so would do it every time.
      this.#queue.splice(place, 1);
      job.reject(fromSQLiteError(error));
    }
    this.#careful = true;
  }
}
