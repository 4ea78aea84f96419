import type { Instance, JSONValue } from '@posthouse/protocol';
import type { ArchivedLine, CopiedTask, KeptName, PageSize, TurnPage, UsedKey } from '../../archive.ts';
import type { TaskKey, Turn } from '../../task.ts';
import { toTaskKey, toTaskNumber } from '../../task-key.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';
import { COPY, type Remains, SWEEP } from '../../tombstone.ts';
import type { LineRow } from '../../transcript-row.ts';
import { toTurn, TURN_COLUMNS, type TurnRow } from '../../turn-row.ts';
import { DIGEST, toKeyColumn, toKeyColumns } from '../key-column.ts';
import { type Connection, statement } from '../statement.ts';

type KeyRow = { name: string; head: number; entries: number };
const selectSince = statement('archive-turns-since')`
  SELECT ${TURN_COLUMNS} FROM mail.turn WHERE task = $1 AND done AND run >= $2 ORDER BY agent, turn`;
// Sizes are known without reading what is stored out of line, so rows that do not fit cost next to nothing.
const fitting = (columns: string, text: string, rows: string, order: string): string => `
  SELECT ${columns} FROM (
    SELECT ${columns}, row_number() OVER page AS number, sum(octet_length(${text})) OVER page AS bytes
    FROM (${rows}) AS candidate WINDOW page AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)
  ) AS sized WHERE number = 1 OR bytes <= $6 ORDER BY ${order}`;
const selectTurns = {
  name: 'archive-turns',
  text: fitting(
    TURN_COLUMNS,
    'data',
    `SELECT ${TURN_COLUMNS} FROM mail.turn
      WHERE task = $1 AND (agent, turn) > ($2, $3) AND done AND run < $4 ORDER BY agent, turn LIMIT $5`,
    'agent, turn',
  ),
};
const selectKeys = statement('archive-keys')`
  SELECT name, head, entries FROM mail.once WHERE task = $1 AND ($2::text IS NULL OR name > $2) ORDER BY name LIMIT $3`;
const selectLines = {
  name: 'archive-lines',
  text: fitting(
    'message, seq, id, line',
    'line',
    `SELECT message, seq, id, line FROM mail.transcript
      WHERE name = $1 AND (message, seq) > ($2, $3) AND $4 ORDER BY message, seq LIMIT $5`,
    'message, seq',
  ),
};
const insert = statement('archive-begin')`
  INSERT INTO mail.task (swarm, role, owner, task_id, status, run, epoch, head, last_order, created_at, updated_at, data,
    sweep)
  VALUES ($1, $2, $3, $4, 'cancelled', 0, 0, 0, 0, $5, $5, $6, $7) RETURNING id`;
const lockCopy = statement('archive-lock')`
  SELECT 1 FROM mail.task WHERE id = $1 AND role LIKE '${COPY}%' FOR NO KEY UPDATE`;
const insertKeys = statement('archive-add-keys')`
  INSERT INTO mail.once (task, name, head, entries)
  SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::bigint[])`;
const insertLines = statement('archive-add-lines')`
  INSERT INTO mail.transcript (name, message, seq, id, line)
  SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[])`;
const update = statement('archive-finish')`
  UPDATE mail.task SET role = $2, task_id = $3, long_task_id = $4, status = $5, run = $6, open_run = $7, head = $8,
    data = $9, created_at = $10, updated_at = $11, sweep = NULL,
    last_order = (SELECT coalesce(max(arrival), 0) FROM mail.mail WHERE mail.task = task.id)
  WHERE id = $1`;
const updateWake = statement('archive-rest')`UPDATE mail.task SET wake = NULL WHERE id = $1`;
const drop = statement('archive-drop')`
  UPDATE mail.task SET sweep = ${SWEEP.rows} WHERE id = $1 AND role LIKE '${COPY}%'`;
const remove = statement('archive-remove')`DELETE FROM mail.task WHERE id = $1 AND role LIKE '${COPY}%'`;

/** What only whole copies need: pages of everything, and rows that keep the numbers and times they had. */
export const archiveTable = {
  /** Done turns of a run and of those after it. */
  async turnsSince(connection: Connection, key: TaskKey, fromRun: number): Promise<Turn[]> {
    return (await connection.run<TurnRow>(selectSince, [toTaskNumber(key), fromRun])).map(toTurn);
  },

  async turns(connection: Connection, key: TaskKey, { beforeRun, after, limit, maxBytes }: TurnPage): Promise<Turn[]> {
    const [agent, turn] = after === undefined ? ['', -1] : [toTextColumn(after.agent), after.turn];
    const values = [toTaskNumber(key), agent, turn, beforeRun, limit, maxBytes];
    return (await connection.run<TurnRow>(selectTurns, values)).map(toTurn);
  },

  async keys(connection: Connection, key: TaskKey, after: KeptName | undefined, limit: number): Promise<UsedKey[]> {
    const from = after === undefined ? null : toColumn(after);
    const rows = await connection.run<KeyRow>(selectKeys, [toTaskNumber(key), from, limit]);
    return rows.map(({ name, ...written }) => ({ name: fromColumn(name), ...written }));
  },

  async lines(
    connection: Connection,
    name: string,
    { after, limit, maxBytes }: PageSize & { after?: Pick<ArchivedLine, 'message' | 'seq'> | undefined },
  ): Promise<ArchivedLine[]> {
    const { message, seq } = after ?? { message: 0, seq: 0 };
    const rows = await connection.run<LineRow>(selectLines, [toKeyColumn(name), message, seq, true, limit, maxBytes]);
    return rows.map(({ id, line, ...place }) => ({
      ...place,
      ...(id === null ? {} : { id: fromColumn(id) }),
      line: JSON.parse(line) as JSONValue,
    }));
  },

  /** Begins a copy that nobody finds. */
  async begin(
    connection: Connection,
    { swarm, role, id }: Pick<Instance, 'swarm' | 'id'> & { role: string },
    name: string,
    remains: Remains,
    { now, until }: { now: number; until: number },
  ): Promise<TaskKey> {
    const values = [
      toTextColumn(swarm),
      `${COPY}:${role}`,
      toTextColumn(id),
      name,
      now,
      JSON.stringify(remains),
      until,
    ];
    const [row] = await connection.run<{ id: number }>(insert, values);
    return toTaskKey(row!.id);
  },

  /** Whether there is such a copy, which is then locked. */
  async lockCopy(connection: Connection, key: TaskKey): Promise<boolean> {
    return (await connection.run(lockCopy, [toTaskNumber(key)])).length > 0;
  },

  addKeys(connection: Connection, key: TaskKey, keys: readonly UsedKey[]): Promise<unknown> {
    return connection.run(insertKeys, [
      toTaskNumber(key),
      keys.map(({ name }) => toColumn(name)),
      keys.map(({ head }) => head),
      keys.map(({ entries }) => entries),
    ]);
  },

  addLines(connection: Connection, name: string, lines: readonly ArchivedLine[]): Promise<unknown> {
    return connection.run(insertLines, [
      toKeyColumn(name),
      lines.map(({ message }) => message),
      lines.map(({ seq }) => seq),
      lines.map(({ id }) => (id === undefined ? null : toColumn(id))),
      lines.map(({ line }) => JSON.stringify(line)),
    ]);
  },

  /** Makes a copy a task. */
  finish(
    connection: Connection,
    key: TaskKey,
    { owner, taskId }: { owner: Instance; taskId: string },
    { status, run, openRun, head, data, createdAt, updatedAt }: CopiedTask,
  ): Promise<unknown> {
    const times = [Date.parse(createdAt), Date.parse(updatedAt)];
    const values = [toTaskNumber(key), owner.role, ...toKeyColumns(taskId), status, run, openRun, head];
    return connection.run(update, [...values, JSON.stringify(data), ...times]);
  },

  /** Leaves the task with nothing to do until somebody writes to it. */
  rest(connection: Connection, key: TaskKey): Promise<unknown> {
    return connection.run(updateWake, [toTaskNumber(key)]);
  },

  drop(connection: Connection, key: TaskKey): Promise<unknown> {
    return connection.run(drop, [toTaskNumber(key)]);
  },

  /** Forgets that something was being copied. */
  remove(connection: Connection, key: TaskKey): Promise<unknown> {
    return connection.run(remove, [toTaskNumber(key)]);
  },
};

function fromColumn(column: string): KeptName {
  return column.startsWith(DIGEST) ? { digest: column } : fromTextColumn(column);
}

function toColumn(name: KeptName): string {
  return typeof name === 'string' ? toKeyColumn(name) : name.digest;
}
