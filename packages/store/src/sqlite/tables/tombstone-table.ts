import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Tombstone } from '../../deletions.ts';
import type { TaskKey } from '../../task.ts';
import { toTaskKey, toTaskNumber } from '../../task-key.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';
import type { Instance } from '@posthouse/protocol';
import {
  COPY,
  type Grave,
  graveColumns,
  type GraveRow,
  instanceOf,
  keyHashOf,
  type Remains,
  SWEEP,
} from '../../tombstone.ts';

/** How many rows one statement removes: few enough that even large ones take no time. */
const ROWS = 8;
const TABLES = ['log', 'mail', 'turn', 'live_text'];

/** What is left of things that were deleted: rows of tasks that nobody finds as such. */
export function tombstoneTable(database: DatabaseSync) {
  const at = 'swarm = ? AND role = ? AND owner = ? AND task_id = ?';
  const select = database.prepare(`SELECT 1 FROM task WHERE ${at}`);
  const insert = database.prepare(`
    INSERT INTO task (swarm, role, owner, task_id, status, run, open_run, epoch, head, last_order, node, wake, change,
      created_at, updated_at, data, sweep, tell)
    VALUES (?, ?, ?, ?, 'cancelled', 0, NULL, 0, 0, 0, NULL, NULL, ?, ?6, ?6, ?7, ${SWEEP.rows}, ?8)`);
  // A reader that knows nothing of tombstones finds a log without entries.
  const update = database.prepare(`
    UPDATE task SET role = ?, task_id = ?, status = 'cancelled', run = 0, open_run = NULL, epoch = epoch + 1, head = 0,
      last_order = 0, node = NULL, wake = NULL, change = ?, created_at = ?4, updated_at = ?4, data = ?,
      sweep = ${SWEEP.rows}, tell = ?
    WHERE id = ?`);
  const selectRows = database.prepare(`SELECT id, data FROM task WHERE sweep = ${SWEEP.rows} ORDER BY id LIMIT 1`);
  const selectOne = database.prepare('SELECT id, data, sweep FROM task WHERE id = ?');
  const selectAny = database.prepare('SELECT 1 FROM task WHERE sweep = ? LIMIT 1');
  const selectUnwiped = database.prepare(`SELECT id FROM task WHERE sweep = ${SWEEP.file}`);
  const updateSweep = database.prepare('UPDATE task SET sweep = ? WHERE id = ?');
  const updateData = database.prepare("UPDATE task SET data = '{}' WHERE id = ?");
  const selectOld = database.prepare(`SELECT 1 FROM task WHERE sweep > ${SWEEP.file} AND sweep <= ? LIMIT 1`);
  const selectAnyDue = database.prepare('SELECT 1 FROM task WHERE tell <= ? LIMIT 1');
  const giveUpCopies = database.prepare(
    `UPDATE task SET sweep = ${SWEEP.rows} WHERE sweep > ${SWEEP.file} AND sweep <= ? AND role LIKE '${COPY}%'`,
  );
  const selectKeys = database.prepare('SELECT name FROM once WHERE task = ?');
  const insertKey = database.prepare('INSERT OR IGNORE INTO buried_key (hash, task) VALUES (?, ?)');
  const selectKey = database.prepare('SELECT 1 FROM buried_key WHERE hash = ? LIMIT 1');
  const removeKeys = database.prepare('DELETE FROM buried_key WHERE task = ?');
  const removeOldKeys = database.prepare(
    `DELETE FROM buried_key WHERE task IN (SELECT id FROM task WHERE sweep > ${SWEEP.file} AND sweep <= ? ORDER BY sweep, id LIMIT 100)`,
  );
  const selectAt = database.prepare(`SELECT id FROM task WHERE ${at}`);
  const updateName = database.prepare('UPDATE task SET task_id = ? WHERE id = ?');
  const removeOld = database.prepare(`
    DELETE FROM task WHERE id IN (SELECT id FROM task WHERE sweep > ${SWEEP.file} AND sweep <= ? ORDER BY sweep, id LIMIT 100)`);
  const selectDue = database.prepare(
    'SELECT id, swarm, role, owner, data FROM task WHERE tell <= ? ORDER BY tell LIMIT ?',
  );
  const updateTell = database.prepare('UPDATE task SET tell = ? WHERE id = ?');
  const updateNotices = database.prepare('UPDATE task SET data = ?, tell = ? WHERE id = ? AND sweep IS NOT NULL');
  const removals: StatementSync[] = TABLES.map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE task = ?1 LIMIT ${ROWS})`),
  );
  removals.push(
    database.prepare(
      `DELETE FROM once WHERE task = ?1 AND name IN (SELECT name FROM once WHERE task = ?1 LIMIT ${ROWS})`,
    ),
    database.prepare(
      `DELETE FROM begun_call WHERE task = ?1 AND id IN (SELECT id FROM begun_call WHERE task = ?1 LIMIT ${ROWS})`,
    ),
  );
  const removeLines = database.prepare(
    `DELETE FROM transcript WHERE rowid IN (SELECT rowid FROM transcript WHERE name = ? LIMIT ${ROWS})`,
  );

  return {
    has(grave: Grave): boolean {
      return select.get(...graveColumns(grave)) !== undefined;
    },

    /** A tombstone for something that is not a task, or never was one, unless there is one already. Returns its key. */
    add(grave: Grave, remains: Remains, { change, now }: { change: number; now: number }): TaskKey {
      const tell = remains.notices === undefined ? null : now;
      const known = selectAt.get(...graveColumns(grave)) as { id: number } | undefined;
      if (known !== undefined) return toTaskKey(known.id);
      const { lastInsertRowid } = insert.run(...graveColumns(grave), change, now, JSON.stringify(remains), tell);
      return toTaskKey(Number(lastInsertRowid));
    },

    /** Keeps hashes of the idempotency keys of a task that is being buried. */
    buryKeys(key: TaskKey, owner: Instance): void {
      const id = toTaskNumber(key);
      for (const { name } of selectKeys.all(id) as { name: string }[]) insertKey.run(keyHashOf(owner, name), id);
    },

    hasKey(owner: Instance, key: string): boolean {
      return selectKey.get(keyHashOf(owner, toTextColumn(key))) !== undefined;
    },

    /** Lets somebody bring back what it is of. What is still to be erased or told stays with it, under another name. */
    lift(grave: Grave): void {
      const row = selectAt.get(...graveColumns(grave)) as { id: number } | undefined;
      if (row === undefined) return;
      updateName.run(`${grave.hash} ${row.id}`, row.id);
      removeKeys.run(row.id);
    },

    /** Makes a tombstone of a task. */
    bury(key: TaskKey, grave: Grave, remains: Remains, { change, now }: { change: number; now: number }): void {
      const id = toTaskNumber(key);
      // Programs that know nothing of tombstones may have made the task again.
      const name = this.has(grave) ? `${grave.hash} ${id}` : grave.hash;
      const tell = remains.notices === undefined ? null : now;
      update.run(grave.role, name, change, now, JSON.stringify(remains), tell, id);
    },

    /** One that has something in the tables: the first of these, or else the oldest. */
    first(keys: readonly TaskKey[]): { id: number; remains: Remains } | undefined {
      const wanted = keys.find((key) => this.sweepOf(key) === SWEEP.rows);
      const found = wanted === undefined ? selectRows.get() : selectOne.get(toTaskNumber(wanted));
      const row = found as { id: number; data: string } | undefined;
      return row === undefined ? undefined : { id: row.id, remains: JSON.parse(row.data) as Remains };
    },

    /** What is still to be done about a task that was deleted, or until when it is known that it was. */
    sweepOf(key: TaskKey): number | undefined {
      return (selectOne.get(toTaskNumber(key)) as { sweep: number } | undefined)?.sweep;
    },

    /** Removes a few rows of what it has left; false when there were none. */
    eraseSome(id: number, { transcript }: Remains): boolean {
      if (removals.some((remove) => remove.run(id).changes > 0)) return true;
      return transcript !== undefined && removeLines.run(toTextColumn(transcript)).changes > 0;
    },

    /** The tables have nothing of it any more. */
    erased(id: number, { transcript }: Remains, next: number): void {
      updateSweep.run(next, id);
      if (transcript !== undefined) updateData.run(id);
    },

    isAny(sweep: number): boolean {
      return selectAny.get(sweep) !== undefined;
    },

    /** Those of which something may be left in the file. */
    unwiped(): number[] {
      return (selectUnwiped.all() as { id: number }[]).map(({ id }) => id);
    },

    /** Everything is erased; only the tombstone stays, until a time. */
    keep(id: number, until: number): void {
      updateSweep.run(until, id);
    },

    /** Whether one has stood for long enough. */
    hasOld(now: number): boolean {
      return selectOld.get(now) !== undefined;
    },

    hasDue(now: number): boolean {
      return selectAnyDue.get(now) !== undefined;
    },

    /** Removes expired tombstones, a hundred at a time. */
    removeOld(now: number): void {
      giveUpCopies.run(now);
      removeOldKeys.run(now);
      removeOld.run(now);
    },

    due(now: number, again: number, limit: number): Tombstone[] {
      return (selectDue.all(now, limit) as GraveRow[]).map(({ id, swarm, role, owner, data }) => {
        updateTell.run(again, id);
        const { notices = {} } = JSON.parse(data) as Remains;
        const names = { swarm: fromTextColumn(swarm), role, owner: fromTextColumn(owner) };
        return { key: toTaskKey(id), owner: instanceOf(names), notices };
      });
    },

    told(key: TaskKey, remains: Remains, tell: number | null): void {
      updateNotices.run(JSON.stringify(remains), tell, toTaskNumber(key));
    },
  };
}
