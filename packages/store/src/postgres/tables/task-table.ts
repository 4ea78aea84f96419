import type { Instance } from '@posthouse/protocol';
import { deleted, taskDeleted, taskNotFound } from '../../refusals.ts';
import type { SpendingScope } from '../../spending.ts';
import type { TaskKey } from '../../task.ts';
import { toTaskKey, toTaskNumber } from '../../task-key.ts';
import { type TaskRow, toStoredTask } from '../../task-row.ts';
import { fromTextColumn, ownerColumns, toTextColumn } from '../../text-column.ts';
import { AGED_AT_ONCE, graveOf, isBuried } from '../../tombstone.ts';
import type { StoredTask } from '../../write/stored-task.ts';
import { fromKeyColumns, toKeyColumn, toKeyColumns } from '../key-column.ts';
import { type Connection, statement } from '../statement.ts';

/** A task by the name its client gave it. */
export type TaskName = { owner: Instance; taskId: string };

/** What becomes of a task's row. `wake` is left to the database where it depends on mail and turns. */
export type TaskUpdate = { before: StoredTask; next: StoredTask; wake: number | null | 'look' };

// Named one by one: a column that a newer version adds must not disturb statements that are prepared already.
const columns = `id swarm role owner task_id long_task_id status run open_run epoch head last_order node wake created_at
  updated_at data`
  .split(/\s+/)
  .map((column) => `task.${column}`)
  .join(', ');
const select = statement('task-select')`SELECT ${columns} FROM mail.task WHERE id = $1`;
const selectNamed = {
  name: 'task-select-named',
  text: ['($2, $4)', '($5, $6)']
    .map((name) => `SELECT ${columns} FROM mail.task WHERE swarm = $1 AND owner = $3 AND (role, task_id) = ${name}`)
    .join(' UNION ALL '),
};
const selectAged = statement('task-select-aged')`
  SELECT ${columns} FROM mail.task WHERE id > $1 AND id <= $2 AND updated_at < $3 AND sweep IS NULL AND wake IS NULL
    AND (open_run IS NULL OR status <> 'running') ORDER BY id`;
const selectLast = statement('task-select-last')`SELECT max(id) AS id FROM mail.task`;
const selectNextSwarm = statement('task-next-swarm')`SELECT min(swarm) AS swarm FROM mail.task WHERE swarm > $1`;
const selectPage = statement('task-select-page')`
  SELECT ${columns} FROM mail.task WHERE swarm = $1 AND role = $2 AND owner = $3 AND id < $4 ORDER BY id DESC LIMIT $5`;
const selectPaused = statement('task-select-paused')`
  SELECT ${columns} FROM mail.task
  WHERE swarm = $1 AND status = 'paused' AND ($2::text IS NULL OR (role = $2 AND owner = $3)) AND id < $4
  ORDER BY id DESC LIMIT $5`;
// By name, and always before any row is locked: two processes then cannot wait for each other.
const insert = statement('task-insert')`
  INSERT INTO mail.task (swarm, role, owner, task_id, long_task_id, status, run, epoch, head, last_order, created_at,
    updated_at, data)
  SELECT swarm, role, owner, task_id, long_task_id, 'running', 0, 0, 0, 0, time.now, time.now, '{}'
  FROM (SELECT coalesce($6, floor(extract(epoch FROM now()) * 1000)::bigint) AS now) AS time,
    unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
    AS new (swarm, role, owner, task_id, long_task_id)
  ORDER BY swarm COLLATE "C", role COLLATE "C", owner COLLATE "C", task_id COLLATE "C"
  ON CONFLICT (swarm, role, owner, task_id) DO NOTHING RETURNING id`;
const lock = statement('task-lock')`
  SELECT ${columns} FROM mail.task WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`;
const lockNamed = statement('task-lock-named')`
  SELECT ${columns} FROM mail.task WHERE id = ANY($1::bigint[] || ARRAY(
    SELECT id FROM mail.task
    JOIN unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS named (swarm, role, owner, task_id)
      USING (swarm, role, owner, task_id)))
  ORDER BY id FOR NO KEY UPDATE`;
const share = statement('task-share')`SELECT FROM mail.task WHERE id = ANY($1::bigint[]) ORDER BY id FOR SHARE`;
// When a task wakes is decided by `wakeOf`; this is the half of it that needs a look at the mail and the turns.
const update = statement('task-update')`
  UPDATE mail.task AS task SET status = new.status, run = new.run, open_run = new.open_run, epoch = new.epoch,
    head = new.head, last_order = new.last_order, node = new.node, updated_at = new.updated_at,
    data = coalesce(new.data, task.data),
    wake = CASE
      WHEN NOT new.look THEN new.wake
      WHEN new.status <> 'paused' AND EXISTS (SELECT FROM mail.turn WHERE turn.task = task.id AND NOT done) THEN 0
      ELSE (SELECT min(due) FROM mail.mail WHERE mail.task = task.id)
    END
  FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::text[], $9::bigint[], $10::text[], $11::boolean[], $12::bigint[])
    AS new (id, status, run, open_run, epoch, head, last_order, node, updated_at, data, look, wake)
  WHERE task.id = new.id`;
const remove = statement('task-delete')`DELETE FROM mail.task WHERE id = ANY($1::bigint[])`;
const free = statement('task-free')`
  WITH held AS (SELECT id FROM mail.task WHERE node = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE)
  UPDATE mail.task SET node = NULL FROM held WHERE task.id = held.id AND node = ANY($1::text[])`;
const release = statement('task-release')`
  WITH held AS (SELECT id FROM mail.task WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE),
  released AS (
    UPDATE mail.task SET node = NULL
    FROM held JOIN unnest($1::bigint[], $2::bigint[]) AS asked (id, epoch) USING (id)
    WHERE task.id = asked.id AND task.epoch = asked.epoch
      AND (wake IS NULL OR wake > coalesce($3, floor(extract(epoch FROM now()) * 1000)::bigint))
    RETURNING task.id)
  SELECT id, released.id IS NOT NULL AS released FROM held LEFT JOIN released USING (id)`;
const claim = statement('task-claim')`
  WITH picked AS (
    SELECT waiting.id, waiting.wake FROM unnest($2::text[]) AS asked (swarm)
    CROSS JOIN LATERAL (
      SELECT id, wake FROM mail.task WHERE node IS NULL AND swarm = asked.swarm AND wake <= $3
      ORDER BY wake LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED
    ) AS waiting
    ORDER BY waiting.wake LIMIT $4)
  UPDATE mail.task SET node = $1, epoch = epoch + 1 FROM picked WHERE task.id = picked.id RETURNING ${columns}`;
const selectUpdated = statement('task-select-updated')`SELECT id FROM mail.task WHERE updated_at >= $1`;

/** One row per task: its lock, its place in the log, and when it next has something to do. */
export const taskTable = {
  /** Throws `task_not_found` when there is no such task, `task_deleted` when there was one. */
  async get(connection: Connection, key: TaskKey): Promise<StoredTask> {
    const state = first(await connection.run<LongNamed>(select, [toTaskNumber(key)]));
    if (state === undefined) throw taskNotFound(key);
    if (isBuried(state.owner.role)) throw taskDeleted(key);
    return state;
  },

  /** Throws `task_deleted` when there was such a task. */
  async named(connection: Connection, { owner, taskId }: TaskName): Promise<StoredTask | undefined> {
    const { role, hash } = graveOf(owner, taskId);
    const values = [...ownerColumns(owner), toKeyColumn(taskId), role, hash];
    const rows = await connection.run<LongNamed>(selectNamed, values);
    const live = rows.filter((row) => !isBuried(row.role));
    if (live.length < rows.length && live.length === 0) throw deleted(`task '${taskId}'`);
    return first(live);
  },

  /** From one to the next in an index: there are few of them, and many tasks. */
  async swarms(connection: Connection): Promise<string[]> {
    const found: string[] = [];
    for (let last = ''; ;) {
      const [row] = await connection.run<{ swarm: string | null }>(selectNextSwarm, [last]);
      if (row === undefined || row.swarm === null) return found;
      found.push(fromTextColumn(row.swarm));
      last = row.swarm;
    }
  },

  /** A page of an owner's tasks, newest first. */
  async page(
    connection: Connection,
    owner: Instance,
    before: TaskKey | undefined,
    limit: number,
  ): Promise<StoredTask[]> {
    const end = before === undefined ? Number.MAX_SAFE_INTEGER : toTaskNumber(before);
    const rows = await connection.run<LongNamed>(selectPage, [...ownerColumns(owner), end, limit]);
    return rows.map((row) => toState(row));
  },

  /** Tasks that wait for somebody, newest first. */
  async paused(
    connection: Connection,
    { swarm, caller }: Omit<SpendingScope, 'day'>,
    before: TaskKey | undefined,
    limit: number,
  ): Promise<StoredTask[]> {
    const end = before === undefined ? Number.MAX_SAFE_INTEGER : toTaskNumber(before);
    const [role, id] = caller === undefined ? [null, null] : [caller.role, toTextColumn(caller.id)];
    const rows = await connection.run<LongNamed>(selectPaused, [toTextColumn(swarm), role, id, end, limit]);
    return rows.map((row) => toState(row));
  },

  async aged(
    connection: Connection,
    after: TaskKey | undefined,
    before: number,
  ): Promise<{ states: StoredTask[]; next: TaskKey | undefined }> {
    const start = after === undefined ? 0 : toTaskNumber(after);
    const end = start + AGED_AT_ONCE;
    const rows = await connection.run<LongNamed>(selectAged, [start, end, before]);
    const [last] = await connection.run<{ id: number | null }>(selectLast);
    return { states: rows.map((row) => toState(row)), next: end < (last?.id ?? 0) ? toTaskKey(end) : undefined };
  },

  /** Makes those of the tasks that are not there yet; gives their keys. Without `now`, by the database's clock. */
  async create(connection: Connection, names: readonly TaskName[], now?: number): Promise<TaskKey[]> {
    const long = names.map(({ taskId }) => toKeyColumns(taskId)[1]);
    const rows = await connection.run<{ id: number }>(insert, [...nameColumns(names), long, now ?? null]);
    return rows.map(({ id }) => toTaskKey(id));
  },

  /** Locks tasks for this transaction, always in the same order, and gives them as they are then. */
  async lock(connection: Connection, keys: readonly TaskKey[], names: readonly TaskName[]): Promise<StoredTask[]> {
    const ids = keys.map((key) => toTaskNumber(key));
    const rows = await (names.length === 0
      ? connection.run<LongNamed>(lock, [ids])
      : connection.run<LongNamed>(lockNamed, [ids, ...nameColumns(names)]));
    return rows.map((row) => toState(row));
  },

  /** Keeps others from writing to the tasks until the end of this transaction. */
  share(connection: Connection, ids: readonly number[]): Promise<unknown> {
    return connection.run(share, [ids]);
  },

  update(connection: Connection, updates: readonly TaskUpdate[]): Promise<unknown> {
    const column = <T>(value: (update: TaskUpdate) => T): T[] => updates.map((each) => value(each));
    return connection.run(update, [
      column(({ next }) => toTaskNumber(next.key)),
      column(({ next }) => next.status),
      column(({ next }) => next.run),
      column(({ next }) => next.openRun),
      column(({ next }) => next.epoch),
      column(({ next }) => next.head),
      column(({ next }) => next.lastOrder),
      column(({ next }) => (next.node === null ? null : toTextColumn(next.node))),
      column(({ next }) => next.updatedAt),
      column(({ before, next }) => (before.data === next.data ? null : next.data)),
      column(({ wake }) => wake === 'look'),
      column(({ wake }) => (wake === 'look' ? null : wake)),
    ]);
  },

  remove(connection: Connection, keys: readonly TaskKey[]): Promise<unknown> {
    return connection.run(remove, [keys.map((key) => toTaskNumber(key))]);
  },

  /** Leaves all tasks of some nodes without an owner. */
  free(connection: Connection, nodes: readonly string[]): Promise<unknown> {
    return connection.run(free, [nodes.map((node) => toTextColumn(node))]);
  },

  /**
   * Frees those of the tasks that have nothing to do; tells of each that is known whether it was freed. Names no task
   * twice. Without `now`, by the database's clock.
   */
  async release(
    connection: Connection,
    tasks: readonly { key: TaskKey; epoch: number }[],
    now: number | undefined,
  ): Promise<Map<TaskKey, boolean>> {
    const ids = tasks.map(({ key }) => toTaskNumber(key));
    const values = [ids, tasks.map(({ epoch }) => epoch), now ?? null];
    const rows = await connection.run<{ id: number; released: boolean }>(release, values);
    return new Map(rows.map(({ id, released }) => [toTaskKey(id), released]));
  },

  /** Gives a node tasks that have something to do and no owner, longest waiting first. */
  async claim(
    connection: Connection,
    { node, swarms, now, max }: { node: string; swarms: readonly string[]; now: number; max: number },
  ): Promise<StoredTask[]> {
    const asked = [...new Set(swarms)].map((swarm) => toTextColumn(swarm));
    const rows = await connection.run<LongNamed>(claim, [toTextColumn(node), asked, now, max]);
    return rows
      .map((row) => toState(row))
      .toSorted((one, other) => (one.wake ?? 0) - (other.wake ?? 0) || toTaskNumber(one.key) - toTaskNumber(other.key));
  },

  async updatedSince(connection: Connection, time: number): Promise<TaskKey[]> {
    const rows = await connection.run<{ id: number }>(selectUpdated, [time]);
    return rows.map(({ id }) => toTaskKey(id));
  },
};

/** What a client calls a task may be longer than an index allows; then the name itself is beside its key. */
type LongNamed = TaskRow & { long_task_id: string | null };

function toState(row: LongNamed): StoredTask {
  return toStoredTask(row, fromKeyColumns(row.task_id, row.long_task_id));
}

function first(rows: readonly LongNamed[]): StoredTask | undefined {
  return rows[0] === undefined ? undefined : toState(rows[0]);
}

function nameColumns(names: readonly TaskName[]): [string[], string[], string[], string[]] {
  return [
    names.map(({ owner }) => toTextColumn(owner.swarm)),
    names.map(({ owner }) => owner.role),
    names.map(({ owner }) => toTextColumn(owner.id)),
    names.map(({ taskId }) => toKeyColumn(taskId)),
  ];
}
