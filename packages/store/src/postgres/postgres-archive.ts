import { newId } from '@posthouse/protocol';
import type { Archive, TaskPart } from '../archive.ts';
import { deleted, exists, taskNotFound } from '../refusals.ts';
import { toSessionColumns } from '../session-row.ts';
import type { Task, TaskKey } from '../task.ts';
import { toTaskNumber } from '../task-key.ts';
import { COPYING_MILLISECONDS, isBuried, sessionGraveOf } from '../tombstone.ts';
import { encodeWrite } from '../write/encode-write.ts';
import { toTask } from '../write/stored-task.ts';
import { commitWrites } from './commit-writes.ts';
import type { Database } from './database.ts';
import { buriedNameOf } from './name-book.ts';
import type { PostgresDeletionsOptions } from './postgres-deletions.ts';
import { archiveTable } from './tables/archive-table.ts';
import { liveTextTable } from './tables/live-text-table.ts';
import { logTable } from './tables/log-table.ts';
import { mailTable } from './tables/mail-table.ts';
import { sessionTable } from './tables/session-table.ts';
import { taskTable } from './tables/task-table.ts';
import { tombstoneTable } from './tables/tombstone-table.ts';
import { transcriptTable } from './tables/transcript-table.ts';
import { turnTable } from './tables/turn-table.ts';
import type { Transaction } from './transaction.ts';

/** Copying in PostgreSQL. Each piece is a transaction of its own. */
export function postgresArchive({ open, now, change }: PostgresDeletionsOptions): Archive {
  const timeOf = async (transaction: Transaction): Promise<{ now: number; until: number }> => {
    const time = now?.() ?? (await transaction.now);
    return { now: time, until: time + COPYING_MILLISECONDS };
  };
  /** Does something that must not be done twice. */
  const signed = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    open().transact(async (transaction) => {
      transaction.sign();
      return work(transaction);
    });

  return {
    async snapshot(key) {
      toTaskNumber(key);
      return open().read(async (connection) => {
        const [state, mail, live] = await Promise.all([
          taskTable.get(connection, key),
          mailTable.all(connection, key),
          liveTextTable.all(connection, key),
        ]);
        const { openRun } = state;
        const [unfinished, recent] = await Promise.all([
          turnTable.open(connection, key),
          openRun === null ? [] : archiveTable.turnsSince(connection, key, openRun),
        ]);
        return { task: toTask(state), mail, live, turns: [...unfinished, ...recent] };
      });
    },

    turns: (key, page) => readOf(open(), key, (connection) => archiveTable.turns(connection, key, page)),
    keys: (key, { after, limit }) =>
      readOf(open(), key, (connection) => archiveTable.keys(connection, key, after, limit)),
    lines: async (transcript, page) => archiveTable.lines(open(), transcript, page),

    beginTask: (owner) =>
      signed(async (transaction) => archiveTable.begin(transaction, owner, newId(), {}, await timeOf(transaction))),

    addToTask: (copy, part) =>
      signed(async (transaction) => {
        if (!(await archiveTable.lockCopy(transaction, copy))) throw taskNotFound(copy);
        addPart(transaction, copy, part);
      }),

    async finishTask(copy, name, { task, write }) {
      const encoded = write === undefined ? undefined : encodeWrite({ ...write, task: copy });
      return change<Task>(copy, async (transaction) => {
        const found = await taskTable.lock(transaction, [], [name, buriedNameOf(name)]);
        if (found.some(({ owner }) => !isBuried(owner.role))) throw exists(`task '${name.taskId}'`);
        if (found.length > 0) throw deleted(`task '${name.taskId}'`);
        if (!(await archiveTable.lockCopy(transaction, copy))) throw taskNotFound(copy);
        await archiveTable.finish(transaction, copy, name, task);
        if (encoded === undefined) transaction.sign([copy]);
        else {
          const { outcomes } = await commitWrites(transaction, [{ target: copy, writes: [encoded] }], now?.());
          const outcome = outcomes[0]![0]!;
          if ('error' in outcome) throw outcome.error;
        }
        await archiveTable.rest(transaction, copy);
        return { result: toTask(await taskTable.get(transaction, copy)), changed: [copy] };
      });
    },

    beginTranscript: (transcript) =>
      signed(async (transaction) => {
        if ((await transcriptTable.head(transaction, transcript)) > 0) throw exists('a transcript of that name');
        const nobody = { swarm: '', role: 'transcript', id: '' };
        return archiveTable.begin(transaction, nobody, newId(), { transcript }, await timeOf(transaction));
      }),

    async addToTranscript(name, lines) {
      await signed((transaction) => archiveTable.addLines(transaction, name, lines));
    },

    async finishSession(session, transcript) {
      const { owner, id } = session;
      const columns = toSessionColumns(session);
      await signed(async (transaction) => {
        const put = await sessionTable.copy(transaction, session, columns);
        if (await tombstoneTable.has(transaction, sessionGraveOf(owner, id))) throw deleted(`session '${id}'`);
        if (!put) throw exists(`session '${id}'`);
        if (transcript !== undefined) void archiveTable.remove(transaction, transcript);
      });
    },

    async drop(copy) {
      await archiveTable.drop(open(), copy);
    },
  };
}

async function readOf<T>(
  database: Database,
  key: TaskKey,
  select: (connection: Parameters<typeof taskTable.get>[0]) => Promise<T>,
): Promise<T> {
  toTaskNumber(key);
  return database.read(async (connection) => {
    const [found] = await Promise.all([select(connection), taskTable.get(connection, key)]);
    return found;
  });
}

/** Sends the rows without waiting: if one does not fit, the transaction fails. */
function addPart(transaction: Transaction, task: TaskKey, part: TaskPart): void {
  const { entries = [], turns = [], mail = [], keys = [] } = part;
  if (entries.length > 0) {
    const rows = entries.map(({ seq, at, ...entry }) => ({
      task,
      seq,
      at: Date.parse(at),
      entry: JSON.stringify(entry),
    }));
    void logTable.append(transaction, rows);
  }
  if (turns.length > 0) {
    void turnTable.write(
      transaction,
      turns.map((turn) => ({ task, turn, data: JSON.stringify(turn.data) })),
    );
  }
  if (mail.length > 0) {
    void mailTable.put(
      transaction,
      mail.map((each) => ({ task, mail: each, message: JSON.stringify(each.message) })),
    );
  }
  if (keys.length > 0) void archiveTable.addKeys(transaction, task, keys);
}
