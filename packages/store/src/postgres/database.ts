import { PosthouseError } from '@posthouse/protocol';
import type pg from 'pg';
import { isConflict, isLost, fromPgError } from './pg-error.ts';
import { type Connection, type Statement, statement } from './statement.ts';
import { CHANGE_MEMORY_MILLISECONDS, changeTable } from './tables/change-table.ts';
import { Transaction } from './transaction.ts';

export type DatabaseOptions = {
  pool: pg.Pool;
  /** How long to go on trying while the database cannot be reached. */
  giveUpMilliseconds: number;
};

/** Settings of one piece of work. */
export type WorkOptions = { giveUpMilliseconds?: number };

/** A transaction whose end nobody has heard: its result is there, but not whether it counts. */
type Unsure<T> = { result: T; transaction: Transaction; cause: unknown };

const MIN_WAIT_MILLISECONDS = 25;
const MAX_WAIT_MILLISECONDS = 1_000;

const awaitEnd = statement('await-end')`SELECT pg_advisory_xact_lock($1)`;

/**
 * The way to a PostgreSQL database. What fails because the connection was lost, or because of others, is tried again for
 * a while: a restart of the server is a pause and not an error. A transaction that signs is not done twice that way.
 */
export class Database implements Connection, AsyncDisposable {
  readonly #pool: pg.Pool;
  readonly #giveUpMilliseconds: number;

  constructor({ pool, giveUpMilliseconds }: DatabaseOptions) {
    this.#pool = pool;
    this.#giveUpMilliseconds = giveUpMilliseconds;
    // Whoever uses a connection that is lost is told; one that nobody uses is replaced when somebody does.
    pool.on('connect', (client) => client.on('error', () => undefined));
    pool.on('error', () => undefined);
  }

  /** Runs one statement by itself: one that reads, or that may be done twice. */
  run<Row>(query: Statement, values: readonly unknown[] = [], options: WorkOptions = {}): Promise<Row[]> {
    return this.#retry(options, () =>
      this.#withClient(async (client) => {
        const { rows } = await client.query({ ...query, values: [...values] });
        return rows as Row[];
      }),
    );
  }

  /** Several statements that read, and see the same moment. */
  read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#retry({}, () =>
      this.#withClient(async (client) => {
        const transaction = new Transaction(client).beginReading();
        try {
          const result = await work(transaction);
          await transaction.commit();
          return result;
        } catch (error) {
          if (!isLost(error)) await transaction.rollback();
          throw error;
        }
      }),
    );
  }

  /**
   * Does the work whole or not at all. It may be called again from the start, as long as nothing of it is kept; what does
   * not sign may also be called again when it is. Rejects with `unavailable` when nobody can tell.
   */
  transact<T>(work: (transaction: Transaction) => Promise<T>, options: WorkOptions = {}): Promise<T> {
    return this.#retry(options, async () => {
      const attempt = await this.#withClient(
        (client) => this.#attempt(new Transaction(client).begin(), work),
        (tried) => 'cause' in tried,
      );
      if (!('cause' in attempt) || (await this.#isCommitted(attempt.transaction, options))) return attempt.result;
      throw attempt.cause;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end();
  }

  async #attempt<T>(
    transaction: Transaction,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<{ result: T } | Unsure<T>> {
    let done: { result: T } | undefined;
    try {
      done = { result: await work(transaction) };
      await transaction.commit();
      return done;
    } catch (cause) {
      if (isLost(cause)) {
        if (done !== undefined && transaction.xact !== undefined) return { ...done, transaction, cause };
      } else if (transaction.askedAt === undefined) await transaction.rollback();
      throw cause;
    }
  }

  /** Borrows a connection; one that is broken afterwards is not used again. */
  async #withClient<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    breaks: (result: T) => boolean = () => false,
  ): Promise<T> {
    const client = await this.#pool.connect();
    let broken = true;
    try {
      const result = await work(client);
      broken = breaks(result);
      return result;
    } catch (error) {
      broken = isLost(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /**
   * Whether a transaction was committed whose end nobody has heard. It may be under way still, on a connection of which
   * only we know that it is gone: then its lock is waited for.
   */
  async #isCommitted({ token, askedAt = 0 }: Transaction, options: WorkOptions): Promise<boolean> {
    const isSigned = await this.transact(async (transaction) => {
      await transaction.run(awaitEnd, [token]);
      return changeTable.isSigned(transaction, token);
    }, options);
    // Signatures are not kept for ever. Whoever was asleep for that long cannot rely on not finding one.
    if (isSigned || Date.now() - askedAt < CHANGE_MEMORY_MILLISECONDS / 2) return isSigned;
    throw new PosthouseError({
      code: 'unavailable',
      message: 'the connection to the database was lost, and the last write may or may not be stored',
    });
  }

  async #retry<T>({ giveUpMilliseconds }: WorkOptions, work: () => Promise<T>): Promise<T> {
    const end = performance.now() + (giveUpMilliseconds ?? this.#giveUpMilliseconds);
    for (let wait = MIN_WAIT_MILLISECONDS; ; wait = Math.min(wait * 2, MAX_WAIT_MILLISECONDS)) {
      try {
        return await work();
      } catch (error) {
        if (!(isLost(error) || isConflict(error)) || performance.now() + wait > end) throw fromPgError(error);
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }
}
