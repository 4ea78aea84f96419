import { type Instance, newId, PosthouseError } from '@posthouse/protocol';
import type pg from 'pg';
import { ChangeHub } from '../change-hub.ts';
import type { Archive } from '../archive.ts';
import { closed, taskNotFound } from '../refusals.ts';
import type { Deletions } from '../deletions.ts';
import type { Records } from '../records.ts';
import type { Sessions } from '../session.ts';
import type { SpendingScope, Spendings } from '../spending.ts';
import type { Store } from '../store.ts';
import type { SavedLiveText, Task, TaskKey, Turn } from '../task.ts';
import type { Transcripts } from '../transcript.ts';
import type { Committed, Write } from '../write/write.ts';
import { toTaskNumber } from '../task-key.ts';
import { encodeWrite } from '../write/encode-write.ts';
import { toTask } from '../write/stored-task.ts';
import { claimTasks, leaveTasks } from './claim-tasks.ts';
import { expectKnownSchema } from './migrate.ts';
import { commitWrites, type TaskWrites, type WriteOutcome } from './commit-writes.ts';
import type { Database } from './database.ts';
import { Gathering } from './gathering.ts';
import { Listener } from './listener.ts';
import { NameBook } from './name-book.ts';
import { Notifier } from './notifier.ts';
import { ForeignWrites } from './foreign-writes.ts';
import { postgresArchive } from './postgres-archive.ts';
import { postgresDeletions } from './postgres-deletions.ts';
import { postgresRecords } from './postgres-records.ts';
import { postgresSessions } from './postgres-sessions.ts';
import { postgresSpendings } from './postgres-spendings.ts';
import { postgresTranscripts } from './postgres-transcripts.ts';
import { readPage } from './read-page.ts';
import { saveLiveText } from './save-live-text.ts';
import type { Connection } from './statement.ts';
import type { Moment } from './tables/change-table.ts';
import { begunCallTable } from './tables/begun-call-table.ts';
import { liveTextTable } from './tables/live-text-table.ts';
import { mailTable } from './tables/mail-table.ts';
import { nodeTable } from './tables/node-table.ts';
import { type TaskName, taskTable } from './tables/task-table.ts';
import { turnTable } from './tables/turn-table.ts';
import type { Transaction } from './transaction.ts';
import { WriteQueue } from './write-queue.ts';

export type PostgresStoreOptions = {
  database: Database;
  /** A connection of its own, for hearing what others say. */
  connect: () => pg.Client;
  /** When the store was opened, as the database counts it. */
  moment: Moment;
  /** The clock, if it is not the database's. */
  now: (() => number) | undefined;
  pollMilliseconds: number;
};

/**
 * The store in a PostgreSQL database, which other processes may share. The row of a task is its lock; writes to different
 * tasks share transactions; the database's clock is everybody's.
 */
export class PostgresStore implements Store {
  readonly records: Records;
  readonly sessions: Sessions;
  readonly transcripts: Transcripts;
  readonly spending: Spendings;
  readonly deletions: Deletions;
  readonly archive: Archive;
  readonly #database: Database;
  readonly #now: (() => number) | undefined;
  readonly #hub = new ChangeHub();
  readonly #queue: WriteQueue;
  readonly #releases: Gathering<{ key: TaskKey; epoch: number }, boolean | undefined>;
  readonly #names = new NameBook();
  readonly #notifier: Notifier;
  readonly #foreignWrites: ForeignWrites;
  readonly #listener: Listener;
  readonly #polling: NodeJS.Timeout;
  #listening = false;
  #closing: Promise<void> | undefined;

  constructor({ database, connect, moment, now, pollMilliseconds }: PostgresStoreOptions) {
    // Whoever looks or tells from time to time will do so again; there is no need to insist.
    const connection: Connection = {
      run: (statement, values) => database.run(statement, values, { giveUpMilliseconds: 0 }),
    };
    const origin = newId();
    const look = (): void => void this.#foreignWrites.look().catch(() => undefined);
    this.#database = database;
    this.#now = now;
    this.records = postgresRecords(() => this.#open());
    this.sessions = postgresSessions({ open: () => this.#open(), now });
    this.transcripts = postgresTranscripts(() => this.#open());
    this.spending = postgresSpendings(() => this.#open());
    this.deletions = postgresDeletions({ open: () => this.#open(), now, change: (...given) => this.#change(...given) });
    this.archive = postgresArchive({ open: () => this.#open(), now, change: (...given) => this.#change(...given) });
    this.#queue = new WriteQueue({ commit: (tasks) => this.#commitGroup(tasks) });
    this.#releases = new Gathering(async (asked) => {
      const released = await taskTable.release(database, asked, now?.());
      return asked.map(({ key }) => released.get(key));
    });
    this.#notifier = new Notifier(connection, origin);
    this.#foreignWrites = new ForeignWrites({
      connection,
      moment,
      origin,
      announce: (keys) => this.#hub.announce(keys),
    });
    this.#listener = new Listener({
      connect,
      onPayload: (payload) => this.#foreignWrites.hear(payload),
      onListening: look,
    });
    this.#polling = setInterval(look, pollMilliseconds).unref();
  }

  async commit(write: Write): Promise<Committed> {
    const encoded = encodeWrite(write);
    this.#open();
    const { target, index } = this.#names.lookUp(write.task);
    const outcome = await this.#queue.write(index, target, encoded);
    if ('committed' in outcome) {
      this.#names.learn(outcome.committed.task);
      return outcome.committed;
    }
    if (typeof write.task === 'string' || typeof target !== 'string' || !isNotFound(outcome.error)) throw outcome.error;
    // Even the tombstone of what we knew by that name has gone by now.
    this.#names.forget(write.task);
    return this.commit(write);
  }

  async saveLive(texts: SavedLiveText[]): Promise<void> {
    this.#open();
    // What could not be kept is missing from a live view for a moment; the next commit says what is wrong.
    const saved = await this.#database
      .transact((connection) => saveLiveText(connection, texts), { giveUpMilliseconds: 0 })
      .catch((): TaskKey[] => []);
    this.#notifier.announce({ xact: undefined, tasks: saved });
  }

  async read(task: TaskKey, after: number, limit: number, maxBytes?: number): ReturnType<Store['read']> {
    toTaskNumber(task);
    return readPage(this.#open(), task, { after, limit, maxBytes });
  }

  changes(signal: AbortSignal): AsyncIterable<TaskKey> {
    this.#open();
    if (!this.#listening) this.#listener.start();
    this.#listening = true;
    return this.#hub.subscribe(signal);
  }

  async find(owner: Instance, taskId: string): Promise<Task | undefined> {
    const state = await taskTable.named(this.#open(), { owner, taskId });
    if (state === undefined) return undefined;
    const task = toTask(state);
    this.#names.learn(task);
    return task;
  }

  async swarms(): Promise<string[]> {
    return taskTable.swarms(this.#open());
  }

  async aged(after: TaskKey | undefined, before: number): ReturnType<Store['aged']> {
    const { states, next } = await taskTable.aged(this.#open(), after, before);
    return { tasks: states.map((state) => toTask(state)), next };
  }

  async list(owner: Instance, before: TaskKey | undefined, limit: number): Promise<Task[]> {
    return (await taskTable.page(this.#open(), owner, before, limit)).map((state) => toTask(state));
  }

  async paused(scope: Omit<SpendingScope, 'day'>, before: TaskKey | undefined, limit: number): Promise<Task[]> {
    return (await taskTable.paused(this.#open(), scope, before, limit)).map((state) => toTask(state));
  }

  async load(task: TaskKey): ReturnType<Store['load']> {
    toTaskNumber(task);
    return this.#open().read(async (connection) => {
      const [state, mail, open, live, begun] = await Promise.all([
        taskTable.get(connection, task),
        mailTable.all(connection, task),
        turnTable.open(connection, task),
        liveTextTable.all(connection, task),
        begunCallTable.all(connection, task),
      ]);
      return { task: toTask(state), mail, open, live, begun };
    });
  }

  history(task: TaskKey, agent: string): Promise<Turn[]> {
    return this.#turns(task, (connection) => turnTable.history(connection, task, agent));
  }

  turns(task: TaskKey, beforeRun: number): Promise<Turn[]> {
    return this.#turns(task, (connection) => turnTable.beforeRun(connection, task, beforeRun));
  }

  async claim(node: string, swarms: string[], max: number): Promise<Task[]> {
    const claimed = await this.#open().transact(async (transaction) => {
      const now = this.#now?.() ?? (await transaction.now);
      return claimTasks(transaction, { node, swarms, max, now });
    });
    return claimed.map((state) => toTask(state));
  }

  async release(task: TaskKey, epoch: number): Promise<boolean> {
    toTaskNumber(task);
    this.#open();
    return this.#queue.run(task, task, async () => {
      const released = await this.#releases.ask({ key: task, epoch });
      if (released === undefined) throw taskNotFound(task);
      return released;
    });
  }

  async heartbeat(node: string): Promise<void> {
    await expectKnownSchema(this.#open());
    await nodeTable.beat(this.#open(), [node], this.#now?.());
  }

  async nodes(): Promise<string[]> {
    return [...(await nodeTable.beats(this.#open())).keys()];
  }

  async leave(node: string): Promise<void> {
    await this.#open().transact(async (connection) => leaveTasks(connection, [node]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    // Idle connections do not keep a process alive, and must for as long as they are being closed.
    this.#polling.ref();
    await this.#queue.idle();
    await this.#notifier.idle();
    this.#hub.end();
    await this.#listener.close();
    await this.#database[Symbol.asyncDispose]();
    clearInterval(this.#polling);
  }

  #open(): Database {
    if (this.#closing !== undefined) throw closed();
    return this.#database;
  }

  async #turns(task: TaskKey, select: (connection: Connection) => Promise<Turn[]>): Promise<Turn[]> {
    toTaskNumber(task);
    return this.#open().read(async (connection) => {
      const [turns] = await Promise.all([select(connection), taskTable.get(connection, task)]);
      return turns;
    });
  }

  async #commitGroup(tasks: readonly TaskWrites[]): Promise<WriteOutcome[][]> {
    return this.#transact(async (transaction) => {
      const { outcomes: result, changed } = await commitWrites(transaction, tasks, this.#now?.());
      return { result, changed };
    });
  }

  async #change<T>(
    task: TaskKey | TaskName,
    work: (transaction: Transaction) => Promise<{ result: T; changed: TaskKey[] }>,
  ): Promise<T> {
    this.#open();
    const { target, index } = this.#names.lookUp(task);
    return this.#queue.run(index, target, () => this.#transact(work));
  }

  /** Does the work in a transaction, and tells everybody what it has changed. */
  async #transact<T>(work: (transaction: Transaction) => Promise<{ result: T; changed: TaskKey[] }>): Promise<T> {
    const { result, changed, signed } = await this.#database.transact(async (transaction) => ({
      ...(await work(transaction)),
      signed: transaction,
    }));
    this.#hub.announce(changed);
    // Unless the connection was lost just now: then the others find out by looking, and so do we.
    const xact = await signed.xact?.catch(() => undefined);
    if (xact !== undefined) this.#foreignWrites.committed(xact);
    this.#notifier.announce({ xact, tasks: changed });
    return result;
  }
}

function isNotFound(error: unknown): boolean {
  return PosthouseError.isInstance(error) && error.code === 'task_not_found';
}
