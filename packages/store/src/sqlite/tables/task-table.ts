import type { DatabaseSync } from 'node:sqlite';
import type { Instance } from '@posthouse/protocol';
import { deleted, taskDeleted, taskNotFound } from '../../refusals.ts';
import type { SpendingScope } from '../../spending.ts';
import type { TaskKey } from '../../task.ts';
import { type TaskRow, toStoredTask } from '../../task-row.ts';
import { fromTextColumn, ownerColumns, toTextColumn } from '../../text-column.ts';
import { AGED_AT_ONCE, graveOf, isBuried } from '../../tombstone.ts';
import type { StoredTask } from '../../write/stored-task.ts';
import { isTaskKey, toTaskKey, toTaskNumber } from '../../task-key.ts';

/**
 * One row per task: its lock, its place in the log, and when it next has something to do. `change` is the number of the
 * transaction that wrote it last, by which other processes find out what has changed.
 */
export function taskTable(database: DatabaseSync) {
  const ownedBy = 'swarm = ? AND role = ? AND owner = ?';
  const select = database.prepare('SELECT * FROM task WHERE id = ?');
  const selectNamed = database.prepare(`SELECT * FROM task WHERE ${ownedBy} AND task_id = ?`);
  const selectPage = database.prepare(`SELECT * FROM task WHERE ${ownedBy} AND id < ? ORDER BY id DESC LIMIT ?`);
  const selectPaused = database.prepare(
    "SELECT * FROM task WHERE swarm = ? AND status = 'paused' AND id < ? ORDER BY id DESC LIMIT ?",
  );
  const selectPausedOf = database.prepare(
    `SELECT * FROM task INDEXED BY task_paused WHERE ${ownedBy} AND status = 'paused' AND id < ? ORDER BY id DESC LIMIT ?`,
  );
  const selectAged = database.prepare(`
    SELECT * FROM task WHERE id > ? AND id <= ? AND updated_at < ? AND sweep IS NULL AND wake IS NULL
      AND (open_run IS NULL OR status <> 'running') ORDER BY id`);
  const selectLast = database.prepare('SELECT max(id) AS id FROM task');
  const selectNextSwarm = database.prepare('SELECT min(swarm) AS swarm FROM task WHERE swarm > ?');
  const insert = database.prepare(`
    INSERT INTO task (swarm, role, owner, task_id, status, run, open_run, epoch, head, last_order, node, wake, change,
      created_at, updated_at, data)
    VALUES (?, ?, ?, ?, 'running', 0, NULL, 0, 0, 0, NULL, NULL, 0, ?5, ?5, '{}') RETURNING *`);
  const updateProgress = database.prepare(
    'UPDATE task SET head = ?, last_order = ?, updated_at = ?, change = ? WHERE id = ?',
  );
  const update = database.prepare(`
    UPDATE task SET head = ?, last_order = ?, updated_at = ?, change = ?, status = ?, run = ?, open_run = ?, epoch = ?,
      node = ?, wake = ?, data = ? WHERE id = ?`);
  const updateChange = database.prepare('UPDATE task SET change = ? WHERE id = ?');
  const updateNode = database.prepare('UPDATE task SET node = ?, epoch = epoch + ? WHERE id = ? RETURNING *');
  const clearNode = database.prepare('UPDATE task SET node = NULL WHERE node = ?');
  const selectClaimable = database.prepare(`
    SELECT id, wake FROM task WHERE node IS NULL AND swarm = ? AND wake <= ? ORDER BY wake LIMIT ?`);
  const selectChanged = database.prepare('SELECT id, change FROM task WHERE change > ? ORDER BY change');
  const selectLastChange = database.prepare('SELECT max(change) AS change FROM task');

  return {
    find(key: TaskKey): StoredTask | undefined {
      const row = isTaskKey(key) ? (select.get(toTaskNumber(key)) as TaskRow | undefined) : undefined;
      return row === undefined || isBuried(row.role) ? undefined : toStoredTask(row);
    },

    /** Throws `task_not_found` when there is no such task, `task_deleted` when there was one. */
    get(key: TaskKey): StoredTask {
      const row = select.get(toTaskNumber(key)) as TaskRow | undefined;
      if (row === undefined) throw taskNotFound(key);
      if (isBuried(row.role)) throw taskDeleted(key);
      return toStoredTask(row);
    },

    /** Throws `task_deleted` when there was such a task. */
    named(owner: Instance, taskId: string): StoredTask | undefined {
      const row = selectNamed.get(...ownerColumns(owner), toTextColumn(taskId)) as TaskRow | undefined;
      if (row !== undefined) return toStoredTask(row);
      const { role, hash } = graveOf(owner, taskId);
      if (selectNamed.get(toTextColumn(owner.swarm), role, toTextColumn(owner.id), hash) === undefined)
        return undefined;
      throw deleted(`task '${taskId}'`);
    },

    /** From one to the next in an index: there are few of them, and many tasks. */
    swarms(): string[] {
      const found: string[] = [];
      for (let last = ''; ;) {
        const { swarm } = selectNextSwarm.get(last) as { swarm: string | null };
        if (swarm === null) return found;
        found.push(fromTextColumn(swarm));
        last = swarm;
      }
    },

    /** A page of an owner's tasks, newest first. */
    page(owner: Instance, before: TaskKey | undefined, limit: number): StoredTask[] {
      const end = before === undefined ? Number.MAX_SAFE_INTEGER : toTaskNumber(before);
      return (selectPage.all(...ownerColumns(owner), end, limit) as TaskRow[]).map((row) => toStoredTask(row));
    },

    aged(after: TaskKey | undefined, before: number): { states: StoredTask[]; next: TaskKey | undefined } {
      const start = after === undefined ? 0 : toTaskNumber(after);
      const end = start + AGED_AT_ONCE;
      const states = (selectAged.all(start, end, before) as TaskRow[]).map((row) => toStoredTask(row));
      const { id: last } = selectLast.get() as { id: number | null };
      return { states, next: end < (last ?? 0) ? toTaskKey(end) : undefined };
    },

    create(owner: Instance, taskId: string, now: number): StoredTask {
      return toStoredTask(insert.get(...ownerColumns(owner), toTextColumn(taskId), now) as TaskRow);
    },

    /**
     * Writes down what has become of a task. Most writes only move it along; naming the other columns as well would
     * make SQLite rewrite their indexes.
     */
    update(before: StoredTask, next: StoredTask, change: number): void {
      const id = toTaskNumber(next.key);
      if (onlyMovedAlong(before, next)) {
        updateProgress.run(next.head, next.lastOrder, next.updatedAt, change, id);
        return;
      }
      const { head, lastOrder, updatedAt, status, run, openRun, epoch, wake, data } = next;
      const node = next.node === null ? null : toTextColumn(next.node);
      update.run(head, lastOrder, updatedAt, change, status, run, openRun, epoch, node, wake, data, id);
    },

    /** Tasks that wait for somebody, newest first. */
    paused({ swarm, caller }: Omit<SpendingScope, 'day'>, before: TaskKey | undefined, limit: number): StoredTask[] {
      const end = before === undefined ? Number.MAX_SAFE_INTEGER : toTaskNumber(before);
      const rows =
        caller === undefined
          ? selectPaused.all(toTextColumn(swarm), end, limit)
          : selectPausedOf.all(...ownerColumns({ swarm, ...caller }), end, limit);
      return (rows as TaskRow[]).map((row) => toStoredTask(row));
    },

    /** Lets other processes know that something about the task is new. */
    markChanged(key: TaskKey, change: number): void {
      updateChange.run(change, toTaskNumber(key));
    },

    /** Gives the task to a node, with a new epoch, or to nobody. */
    setNode(key: TaskKey, node: string | null): StoredTask {
      const [name, step] = node === null ? [null, 0] : [toTextColumn(node), 1];
      return toStoredTask(updateNode.get(name, step, toTaskNumber(key)) as TaskRow);
    },

    /** Leaves all tasks of a node without an owner. */
    orphan(node: string): void {
      clearNode.run(toTextColumn(node));
    },

    /** Tasks of a swarm that nobody owns and that have something to do, longest waiting first. */
    claimable(swarm: string, now: number, limit: number): { key: TaskKey; wake: number }[] {
      const rows = selectClaimable.all(toTextColumn(swarm), now, limit) as { id: number; wake: number }[];
      return rows.map(({ id, wake }) => ({ key: toTaskKey(id), wake }));
    },

    changedAfter(change: number): { key: TaskKey; change: number }[] {
      const rows = selectChanged.all(change) as { id: number; change: number }[];
      return rows.map((row) => ({ key: toTaskKey(row.id), change: row.change }));
    },

    lastChange(): number {
      return (selectLastChange.get() as { change: number | null }).change ?? 0;
    },
  };
}

function onlyMovedAlong(before: StoredTask, next: StoredTask): boolean {
  return (
    before.status === next.status &&
    before.run === next.run &&
    before.openRun === next.openRun &&
    before.epoch === next.epoch &&
    before.node === next.node &&
    before.wake === next.wake &&
    before.data === next.data
  );
}
