import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Instance } from '@posthouse/protocol';
import { ChangeHub } from '../change-hub.ts';
import type { Archive } from '../archive.ts';
import { closed } from '../refusals.ts';
import type { Deletions } from '../deletions.ts';
import type { Records } from '../records.ts';
import type { Sessions } from '../session.ts';
import type { SpendingScope, Spendings } from '../spending.ts';
import type { Store } from '../store.ts';
import type { SavedLiveText, Task, TaskKey, Turn } from '../task.ts';
import type { Durability, Transcripts } from '../transcript.ts';
import type { Committed, Write } from '../write/write.ts';
import { encodeWrite } from '../write/encode-write.ts';
import { toTask } from '../write/stored-task.ts';
import { claimTasks, leaveTasks, releaseTask } from './claim-tasks.ts';
import { commitWrite } from './commit-write.ts';
import { GroupCommit } from './group-commit.ts';
import { expectKnownSchema } from './migrate.ts';
import { ForeignWrites } from './foreign-writes.ts';
import { saveLiveText } from './save-live-text.ts';
import { fromSQLiteError } from './sqlite-error.ts';
import { FileWiper } from './file-wiper.ts';
import { useFile } from './shared-files.ts';
import { sqliteArchive } from './sqlite-archive.ts';
import { sqliteDeletions } from './sqlite-deletions.ts';
import { sqliteRecords } from './sqlite-records.ts';
import { sqliteSessions } from './sqlite-sessions.ts';
import { sqliteSpendings } from './sqlite-spendings.ts';
import { sqliteTranscripts } from './sqlite-transcripts.ts';
import { openTables } from './tables/tables.ts';
import { TaskCache } from './task-cache.ts';
import { toTaskNumber } from '../task-key.ts';
import { sqliteTransactions } from './transactions.ts';
import type { DatabaseAccess, Workplace } from './workplace.ts';

export type SQLiteStoreOptions = {
  database: DatabaseSync;
  durability: Durability;
  now: () => number;
  pollMilliseconds: number;
  /** How long one transaction may take on new writes; {@link GroupCommit} has its own idea of it. */
  workMilliseconds?: number;
};

/**
 * The store in one SQLite database. Writes of a tick share a transaction; reads are answered at once, on the same
 * connection, which between transactions sees exactly what is committed.
 */
export class SQLiteStore implements Store {
  readonly records: Records;
  readonly sessions: Sessions;
  readonly transcripts: Transcripts;
  readonly spending: Spendings;
  readonly deletions: Deletions;
  readonly archive: Archive;
  readonly #database: DatabaseSync;
  readonly #beginReading: StatementSync;
  readonly #endReading: StatementSync;
  readonly #place: Workplace;
  readonly #foreignWrites: ForeignWrites;
  readonly #hub = new ChangeHub();
  readonly #group: GroupCommit;
  readonly #polling: NodeJS.Timeout;
  readonly #file: ReturnType<typeof useFile> | undefined;
  #closing: Promise<void> | undefined;

  constructor({ database, durability, now, pollMilliseconds, workMilliseconds }: SQLiteStoreOptions) {
    const tables = openTables(database);
    this.#database = database;
    this.#beginReading = database.prepare('BEGIN');
    this.#endReading = database.prepare('COMMIT');
    this.#place = { tables, cache: new TaskCache(), now, change: 0, changed: new Set() };
    this.#foreignWrites = new ForeignWrites(database, tables);
    const announce = (keys: Iterable<TaskKey>): void => this.#hub.announce(keys);
    this.#group = new GroupCommit({
      transactions: sqliteTransactions({
        database,
        durability,
        place: this.#place,
        others: this.#foreignWrites,
        announce,
      }),
      workMilliseconds,
    });
    const access: DatabaseAccess = {
      place: this.#place,
      read: (query) => this.#read(query),
      snapshot: (queries) => this.#snapshot(queries),
      write: (work, wanted) => this.#write(work, wanted),
    };
    const path = database.location();
    this.#file = path === null || path === '' ? undefined : useFile(path);
    const { descriptor } = this.#file ?? {};
    const wiper = path === null || descriptor === undefined ? undefined : new FileWiper({ path, database, descriptor });
    this.records = sqliteRecords(access);
    this.sessions = sqliteSessions(access);
    this.deletions = sqliteDeletions(access, wiper);
    this.archive = sqliteArchive(access);
    this.transcripts = sqliteTranscripts(access);
    this.spending = sqliteSpendings(access);
    this.#polling = setInterval(() => this.#poll(), pollMilliseconds).unref();
  }

  async commit(write: Write): Promise<Committed> {
    const encoded = encodeWrite(write);
    return this.#write(() => commitWrite(this.#place, encoded));
  }

  async saveLive(texts: SavedLiveText[]): Promise<void> {
    // What could not be kept is missing from a live view for a moment; the next commit says what is wrong.
    await this.#write(() => saveLiveText(this.#place, texts), 'normal').catch((error: unknown) => {
      if (this.#closing !== undefined) throw error;
    });
  }

  async read(task: TaskKey, after: number, limit: number, maxBytes?: number): ReturnType<Store['read']> {
    return this.#snapshot(() => {
      const { tables } = this.#place;
      const { head } = tables.task.get(task);
      const id = toTaskNumber(task);
      return { entries: tables.log.read(id, after, limit, maxBytes), live: tables.liveText.all(id), head };
    });
  }

  changes(signal: AbortSignal): AsyncIterable<TaskKey> {
    if (this.#closing !== undefined) throw closed();
    // Whatever others wrote until now is not news to somebody who comes now.
    this.#lookAtOthers();
    return this.#hub.subscribe(signal);
  }

  async find(owner: Instance, taskId: string): Promise<Task | undefined> {
    const state = this.#read(() => this.#place.tables.task.named(owner, taskId));
    return state === undefined ? undefined : toTask(state);
  }

  async swarms(): Promise<string[]> {
    return this.#read(() => this.#place.tables.task.swarms());
  }

  async aged(after: TaskKey | undefined, before: number): ReturnType<Store['aged']> {
    const { states, next } = this.#read(() => this.#place.tables.task.aged(after, before));
    return { tasks: states.map((state) => toTask(state)), next };
  }

  async list(owner: Instance, before: TaskKey | undefined, limit: number): Promise<Task[]> {
    return this.#read(() => this.#place.tables.task.page(owner, before, limit)).map((state) => toTask(state));
  }

  async paused(scope: Omit<SpendingScope, 'day'>, before: TaskKey | undefined, limit: number): Promise<Task[]> {
    return this.#read(() => this.#place.tables.task.paused(scope, before, limit)).map((state) => toTask(state));
  }

  async load(task: TaskKey): ReturnType<Store['load']> {
    return this.#snapshot(() => {
      const { tables } = this.#place;
      const state = tables.task.get(task);
      const id = toTaskNumber(task);
      return {
        task: toTask(state),
        mail: tables.mail.all(id),
        open: tables.turn.open(id),
        live: tables.liveText.all(id),
        begun: tables.begunCall.all(id),
      };
    });
  }

  async history(task: TaskKey, agent: string): Promise<Turn[]> {
    return this.#snapshot(() => {
      const { key } = this.#place.tables.task.get(task);
      return this.#place.tables.turn.history(toTaskNumber(key), agent);
    });
  }

  async turns(task: TaskKey, beforeRun: number): Promise<Turn[]> {
    return this.#snapshot(() => {
      const { key } = this.#place.tables.task.get(task);
      return this.#place.tables.turn.beforeRun(toTaskNumber(key), beforeRun);
    });
  }

  async claim(node: string, swarms: string[], max: number): Promise<Task[]> {
    const claimed = await this.#write(() => claimTasks(this.#place, node, swarms, max));
    return claimed.map((state) => toTask(state));
  }

  async release(task: TaskKey, epoch: number): Promise<boolean> {
    return this.#write(() => releaseTask(this.#place, task, epoch));
  }

  async heartbeat(node: string): Promise<void> {
    this.#read(() => expectKnownSchema(this.#database));
    await this.#write(() => this.#place.tables.node.beat(node, this.#place.now()));
  }

  async nodes(): Promise<string[]> {
    return this.#read(() => this.#place.tables.node.names());
  }

  async leave(node: string): Promise<void> {
    await this.#write(() => leaveTasks(this.#place, node));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    clearInterval(this.#polling);
    await this.#group.idle();
    this.#hub.end();
    this.#database.close();
    this.#file?.[Symbol.dispose]();
  }

  #write<T>(work: () => T, durability?: Durability): Promise<T> {
    return this.#closing === undefined ? this.#group.run(work, durability) : Promise.reject(closed());
  }

  #read<T>(query: () => T): T {
    if (this.#closing !== undefined) throw closed();
    try {
      return query();
    } catch (error) {
      throw fromSQLiteError(error);
    }
  }

  #snapshot<T>(queries: () => T): T {
    return this.#read(() => {
      this.#beginReading.run();
      try {
        return queries();
      } finally {
        // After a failure of the disk there may be no transaction left to end.
        if (this.#database.isTransaction) this.#endReading.run();
      }
    });
  }

  #poll(): void {
    if (!this.#hub.isListenedTo) return;
    try {
      this.#lookAtOthers();
    } catch {
      // A hint less. Whoever reads or writes meets the same error and is told.
    }
  }

  #lookAtOthers(): void {
    const keys = this.#read(() => this.#foreignWrites.look());
    if (keys === undefined) return;
    this.#place.cache.clear();
    this.#hub.announce(keys);
  }
}
