import { randomInt } from 'node:crypto';
import { PosthouseError } from '@posthouse/protocol';
import type pg from 'pg';
import type { TaskKey } from '../task.ts';
import { type Connection, type Statement, statement } from './statement.ts';
import { changeTable } from './tables/change-table.ts';

const begin = statement('begin')`BEGIN ISOLATION LEVEL READ COMMITTED`;
const beginReading = statement('begin-reading')`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
const commit = statement('commit')`COMMIT`;
const rollback = statement('rollback')`ROLLBACK`;
// The time is that of the transaction's beginning, the same for all its statements. The lock is held to its end.
const start = statement('start')`
  SELECT floor(extract(epoch FROM now()) * 1000)::bigint AS now, pg_advisory_xact_lock($1)`;

/**
 * A transaction on one connection. Statements are sent as they come and answered in order, so that what is not waited
 * for shares one journey with what follows.
 */
export class Transaction implements Connection {
  readonly #client: pg.ClientBase;
  readonly #sent: Promise<unknown>[] = [];
  /** A number that no other transaction has. It is locked until the end, and left behind by one that signs. */
  readonly token = randomInt(2 ** 47);
  /** The database's clock at the beginning, in milliseconds since 1970; comes with the first answers. */
  now: Promise<number> = Promise.reject(new Error('no transaction is open'));
  /** The number by which the database calls the transaction, once it is signed. */
  xact: Promise<string> | undefined;
  /** When the end was asked for: from then on, a lost connection leaves open how it ended. */
  askedAt: number | undefined;

  constructor(client: pg.ClientBase) {
    this.#client = client;
    this.now.catch(() => undefined);
  }

  /** Begins to write. */
  begin(): this {
    void this.run(begin);
    this.now = this.run<{ now: number }>(start, [this.token]).then(([row]) => row?.now ?? 0);
    this.now.catch(() => undefined);
    return this;
  }

  /** Begins to read: all statements see the same moment. */
  beginReading(): this {
    void this.run(beginReading);
    return this;
  }

  run<Row>(query: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const answer = this.#client.query({ ...query, values: [...values] }).then(({ rows }) => rows as Row[]);
    // Whoever does not wait for it learns of a failure at the end.
    answer.catch(() => undefined);
    this.#sent.push(answer);
    return answer;
  }

  /** Leaves a trace by which it can be found out later whether the transaction was committed. */
  sign(changed: readonly TaskKey[] = []): void {
    this.xact = changeTable.record(this, this.token, changed);
    this.xact.catch(() => undefined);
  }

  /** Resolves when everything is done and kept. */
  async commit(): Promise<void> {
    const end = this.#client.query(commit);
    end.catch(() => undefined);
    this.askedAt = Date.now();
    try {
      for (const answer of this.#sent) await answer;
    } catch (error) {
      // The database has undone the transaction; the connection can be used again once it has said so.
      await end.catch(() => undefined);
      throw error;
    }
    const { command } = await end;
    if (command !== 'COMMIT') {
      throw new PosthouseError({ code: 'internal', message: `a transaction ended with ${command}` });
    }
  }

  async rollback(): Promise<void> {
    await this.#client.query(rollback);
  }
}

const setRelaxed = statement('relax')`SET LOCAL synchronous_commit TO off`;

/** The transaction is done when the database has it, without waiting for the disk: `normal` durability. */
export function relax(connection: Connection): void {
  void connection.run(setRelaxed);
}
