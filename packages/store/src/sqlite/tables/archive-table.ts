import type { DatabaseSync } from 'node:sqlite';
import type { Instance, JSONValue, LogEntry } from '@posthouse/protocol';
import type { ArchivedLine, CopiedTask, PageSize, TurnPage, UsedKey } from '../../archive.ts';
import type { TaskKey, Turn } from '../../task.ts';
import { toTaskKey, toTaskNumber } from '../../task-key.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';
import { COPY, type Remains } from '../../tombstone.ts';
import type { LineRow } from '../../transcript-row.ts';
import { toTurn, type TurnRow } from '../../turn-row.ts';
import { takeBytes } from './take-bytes.ts';

/** What only whole copies need: pages of everything, and rows that keep the numbers and times they had. */
export function archiveTable(database: DatabaseSync) {
  const selectSince = database.prepare(
    'SELECT * FROM turn WHERE task = ? AND done = 1 AND run >= ? ORDER BY agent, turn',
  );
  const selectLastOrder = database.prepare('SELECT max(arrival) AS arrival FROM mail WHERE task = ?');
  const selectTurns = database.prepare(
    'SELECT * FROM turn WHERE task = ? AND (agent, turn) > (?, ?) AND done = 1 AND run < ? ORDER BY agent, turn LIMIT ?',
  );
  const selectKeys = database.prepare(
    'SELECT name, head, entries FROM once WHERE task = ? AND name >= ? ORDER BY name LIMIT ?',
  );
  const selectLines = database.prepare(
    'SELECT message, seq, id, line FROM transcript WHERE name = ? AND (message, seq) > (?, ?) ORDER BY message, seq LIMIT ?',
  );
  const insert = database.prepare(`
    INSERT INTO task (swarm, role, owner, task_id, status, run, open_run, epoch, head, last_order, node, wake, change,
      created_at, updated_at, data, sweep)
    VALUES (?, ?, ?, ?, 'cancelled', 0, NULL, 0, 0, 0, NULL, NULL, ?, ?6, ?6, ?7, ?8) RETURNING id`);
  const insertEntry = database.prepare('INSERT INTO log (task, seq, at, entry) VALUES (?, ?, ?, ?)');
  const insertLine = database.prepare('INSERT INTO transcript (name, message, seq, id, line) VALUES (?, ?, ?, ?, ?)');
  const update = database.prepare(`
    UPDATE task SET role = ?, task_id = ?, status = ?, run = ?, open_run = ?, head = ?, data = ?, created_at = ?,
      updated_at = ?, last_order = ?, change = ?, sweep = NULL WHERE id = ?`);
  const updateWake = database.prepare('UPDATE task SET wake = NULL WHERE id = ?');
  const updateSweep = database.prepare(`UPDATE task SET sweep = ? WHERE id = ? AND role LIKE '${COPY}%'`);
  const remove = database.prepare(`DELETE FROM task WHERE id = ? AND role LIKE '${COPY}%'`);
  const selectCopy = database.prepare(`SELECT 1 FROM task WHERE id = ? AND role LIKE '${COPY}%'`);

  return {
    /** Done turns of a run and of those after it. */
    turnsSince(key: TaskKey, fromRun: number): Turn[] {
      return (selectSince.all(toTaskNumber(key), fromRun) as TurnRow[]).map(toTurn);
    },

    turns(key: TaskKey, { beforeRun, after, limit, maxBytes }: TurnPage): Turn[] {
      const [agent, turn] = after === undefined ? ['', -1] : [toTextColumn(after.agent), after.turn];
      const rows = selectTurns.iterate(toTaskNumber(key), agent, turn, beforeRun, limit) as Iterable<TurnRow>;
      return takeBytes(rows, maxBytes, ({ data }) => data).map(toTurn);
    },

    keys(key: TaskKey, after: string | undefined, limit: number): UsedKey[] {
      const from = after === undefined ? '' : toTextColumn(after);
      // The last one of the page before may be among them again.
      const rows = selectKeys.all(toTaskNumber(key), from, limit + 1) as (Omit<UsedKey, 'name'> & { name: string })[];
      const news = rows.filter(({ name }) => after === undefined || name !== from).slice(0, limit);
      return news.map(({ name, head, entries }) => ({ name: fromTextColumn(name), head, entries }));
    },

    lines(
      name: string,
      { after, limit, maxBytes }: PageSize & { after?: Pick<ArchivedLine, 'message' | 'seq'> | undefined },
    ): ArchivedLine[] {
      const { message, seq } = after ?? { message: 0, seq: 0 };
      const rows = selectLines.iterate(toTextColumn(name), message, seq, limit) as Iterable<LineRow>;
      return takeBytes(rows, maxBytes, ({ line }) => line).map(({ id, line, ...place }) => ({
        ...place,
        ...(id === null ? {} : { id: fromTextColumn(id) }),
        line: JSON.parse(line) as JSONValue,
      }));
    },

    /** Begins a copy that nobody finds. */
    begin(
      { swarm, role, id }: Pick<Instance, 'swarm' | 'id'> & { role: string },
      name: string,
      remains: Remains,
      { change, now, until }: { change: number; now: number; until: number },
    ): TaskKey {
      const values = [toTextColumn(swarm), `${COPY}:${role}`, toTextColumn(id), name, change, now] as const;
      const row = insert.get(...values, JSON.stringify(remains), until) as { id: number };
      return toTaskKey(row.id);
    },

    isCopy(key: TaskKey): boolean {
      return selectCopy.get(toTaskNumber(key)) !== undefined;
    },

    addEntry(key: TaskKey, { seq, at, ...entry }: LogEntry): void {
      insertEntry.run(toTaskNumber(key), seq, Date.parse(at), JSON.stringify(entry));
    },

    addLine(name: string, { message, seq, id, line }: ArchivedLine): void {
      const own = typeof id === 'string' ? toTextColumn(id) : null;
      insertLine.run(toTextColumn(name), message, seq, own, JSON.stringify(line));
    },

    /** Makes a copy a task. */
    finish(
      key: TaskKey,
      { owner, taskId }: { owner: Instance; taskId: string },
      task: CopiedTask,
      change: number,
    ): void {
      const { status, run, openRun, head, data, createdAt, updatedAt } = task;
      const times = [Date.parse(createdAt), Date.parse(updatedAt)] as const;
      const values = [owner.role, toTextColumn(taskId), status, run, openRun, head, JSON.stringify(data)] as const;
      const { arrival } = selectLastOrder.get(toTaskNumber(key)) as { arrival: number | null };
      update.run(...values, ...times, arrival ?? 0, change, toTaskNumber(key));
    },

    /** Leaves the task with nothing to do until somebody writes to it. */
    rest(key: TaskKey): void {
      updateWake.run(toTaskNumber(key));
    },

    drop(key: TaskKey): void {
      updateSweep.run(0, toTaskNumber(key));
    },

    /** Forgets that something was being copied. */
    remove(key: TaskKey): void {
      remove.run(toTaskNumber(key));
    },
  };
}
