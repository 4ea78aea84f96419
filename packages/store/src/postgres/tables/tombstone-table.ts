import type { Tombstone } from '../../deletions.ts';
import type { TaskKey } from '../../task.ts';
import { toTaskKey, toTaskNumber } from '../../task-key.ts';
import { fromTextColumn } from '../../text-column.ts';
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
import { toKeyColumn } from '../key-column.ts';
import { type Connection, statement } from '../statement.ts';
import type { Transaction } from '../transaction.ts';

/** How many rows one statement removes, and for how many tombstones. */
const ROWS = 1_000;
const STONES = 16;

const select = statement('tombstone-select')`
  SELECT 1 FROM mail.task WHERE swarm = $1 AND role = $2 AND owner = $3 AND task_id = $4`;
const insert = statement('tombstone-insert')`
  INSERT INTO mail.task (swarm, role, owner, task_id, status, run, epoch, head, last_order, created_at, updated_at, data,
    sweep, tell)
  VALUES ($1, $2, $3, $4, 'cancelled', 0, 0, 0, 0, $5, $5, $6, ${SWEEP.rows}, $7)
  ON CONFLICT (swarm, role, owner, task_id) DO UPDATE SET sweep = task.sweep RETURNING id`;
// A reader that knows nothing of tombstones finds a log without entries; and such a program may have made the task again.
const update = statement('tombstone-update')`
  UPDATE mail.task SET role = $2, status = 'cancelled', run = 0, open_run = NULL, epoch = epoch + 1, head = 0,
    task_id = CASE WHEN EXISTS (
      SELECT FROM mail.task AS earlier
      WHERE earlier.swarm = task.swarm AND earlier.role = $2 AND earlier.owner = task.owner AND earlier.task_id = $3)
      THEN $3 || ' ' || id ELSE $3 END,
    long_task_id = NULL, last_order = 0, node = NULL, wake = NULL, created_at = $4, updated_at = $4, data = $5,
    sweep = ${SWEEP.rows}, tell = $6
  WHERE id = $1`;
const selectRows = statement('tombstone-select-rows')`
  SELECT id, data FROM mail.task WHERE sweep = ${SWEEP.rows} ORDER BY id LIMIT ${STONES} FOR NO KEY UPDATE SKIP LOCKED`;
const selectRowsOf = statement('tombstone-select-rows-of')`
  SELECT id, data FROM mail.task WHERE id = ANY($1::bigint[]) AND sweep = ${SWEEP.rows} ORDER BY id LIMIT ${STONES}
  FOR NO KEY UPDATE SKIP LOCKED`;
const selectAny = statement('tombstone-select-any')`
  SELECT EXISTS (SELECT FROM mail.task WHERE sweep = ${SWEEP.rows}) AS some`;
const selectAnyOf = statement('tombstone-select-any-of')`
  SELECT EXISTS (SELECT FROM mail.task WHERE id = ANY($1::bigint[]) AND sweep = ${SWEEP.rows}) AS some`;
const removals = ['log', 'mail', 'turn', 'live_text', 'once', 'begun_call'].map((table) => ({
  name: `tombstone-remove-${table}`,
  text: `
    WITH gone AS (
      DELETE FROM mail.${table}
      WHERE ctid = ANY(ARRAY(SELECT ctid FROM mail.${table} WHERE task = ANY($1::bigint[]) LIMIT ${ROWS})) RETURNING 1)
    SELECT count(*)::int AS count FROM gone`,
}));
const removeLines = statement('tombstone-remove-lines')`
  WITH gone AS (
    DELETE FROM mail.transcript
    WHERE ctid = ANY(ARRAY(SELECT ctid FROM mail.transcript WHERE name = ANY($1::text[]) LIMIT ${ROWS})) RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;
const updateErased = statement('tombstone-erased')`
  UPDATE mail.task SET sweep = $2, data = CASE WHEN id = ANY($3::bigint[]) THEN '{}' ELSE data END
  WHERE id = ANY($1::bigint[])`;
const giveUpCopies = statement('tombstone-give-up-copies')`
  UPDATE mail.task SET sweep = ${SWEEP.rows} WHERE sweep > ${SWEEP.file} AND sweep <= $1 AND role LIKE '${COPY}%' RETURNING 1`;
const removeOld = statement('tombstone-remove-old')`
  WITH gone AS (
    DELETE FROM mail.task
    WHERE id = ANY(ARRAY(SELECT id FROM mail.task WHERE sweep > ${SWEEP.file} AND sweep <= $1 LIMIT ${ROWS}))
    RETURNING id), keys AS (DELETE FROM mail.buried_key WHERE task IN (SELECT id FROM gone))
  SELECT count(*)::int AS count FROM gone`;
const selectKeys = statement('tombstone-select-keys')`SELECT name FROM mail.once WHERE task = $1`;
const insertKeys = statement('tombstone-insert-keys')`
  INSERT INTO mail.buried_key (hash, task) SELECT *, $2 FROM unnest($1::text[]) ON CONFLICT DO NOTHING`;
const selectKey = statement('tombstone-select-key')`SELECT 1 FROM mail.buried_key WHERE hash = $1 LIMIT 1`;
// Whoever buries a key and whoever asks about it wait for each other. A task may have many keys, so they share few locks.
const LOCKS = { space: 0x50_4f_53_54, count: 256 };
const locksOf = (hashes: readonly string[]): number[] =>
  [...new Set(hashes.map((hash) => Number.parseInt(hash.slice(0, 8), 16) % LOCKS.count))].toSorted((a, b) => a - b);
const lockKeys = statement('tombstone-lock-keys')`
  SELECT pg_advisory_xact_lock(${LOCKS.space}, id) FROM unnest($1::int[]) AS id`;
const shareKeys = statement('tombstone-share-keys')`
  SELECT pg_advisory_xact_lock_shared(${LOCKS.space}, id) FROM unnest($1::int[]) AS id`;
// The same for whoever deletes a transcript and whoever writes to it: a line that comes late would stay for ever.
const lockTranscript = statement('tombstone-lock-transcript')`
  SELECT pg_advisory_xact_lock(${LOCKS.space + 1}, $1::int)`;
const shareTranscript = statement('tombstone-share-transcript')`
  SELECT pg_advisory_xact_lock_shared(${LOCKS.space + 1}, $1::int)`;
const selectBuried = statement('tombstone-select-buried')`SELECT hash FROM mail.buried_key WHERE hash = ANY($1)`;
const lift = statement('tombstone-lift')`
  WITH lifted AS (
    UPDATE mail.task SET task_id = task_id || ' ' || id
    WHERE swarm = $1 AND role = $2 AND owner = $3 AND task_id = $4 RETURNING id)
  DELETE FROM mail.buried_key WHERE task IN (SELECT id FROM lifted)`;
const selectDue = statement('tombstone-due')`
  WITH picked AS (
    SELECT id FROM mail.task WHERE tell <= $1 ORDER BY tell LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE mail.task SET tell = $2 FROM picked WHERE task.id = picked.id
  RETURNING task.id, swarm, role, owner, data`;
const updateNotices = statement('tombstone-told')`
  UPDATE mail.task SET data = $2, tell = $3 WHERE id = $1 AND sweep IS NOT NULL`;

/** What is left of things that were deleted: rows of tasks that nobody finds as such. */
export const tombstoneTable = {
  async has(connection: Connection, grave: Grave): Promise<boolean> {
    return (await connection.run(select, graveColumns(grave))).length > 0;
  },

  /** A tombstone for something that is not a task, or never was one, unless there is one already. Returns its key. */
  async add(connection: Connection, grave: Grave, remains: Remains, now: number): Promise<TaskKey> {
    const tell = remains.notices === undefined ? null : now;
    const values = [...graveColumns(grave), now, JSON.stringify(remains), tell];
    const [row] = await connection.run<{ id: number }>(insert, values);
    return toTaskKey(row!.id);
  },

  /** Keeps hashes of the idempotency keys of a task that is being buried. */
  async buryKeys(connection: Connection, key: TaskKey, owner: Instance): Promise<void> {
    const rows = await connection.run<{ name: string }>(selectKeys, [toTaskNumber(key)]);
    if (rows.length === 0) return;
    const hashes = rows.map(({ name }) => keyHashOf(owner, name));
    void connection.run(lockKeys, [locksOf(hashes)]);
    void connection.run(insertKeys, [hashes, toTaskNumber(key)]);
  },

  /** Those of the hashes whose keys were used in deleted tasks. No other process adds one before this transaction ends. */
  async buriedKeys(transaction: Transaction, hashes: readonly string[]): Promise<Set<string>> {
    void transaction.run(shareKeys, [locksOf(hashes)]);
    const rows = await transaction.run<{ hash: string }>(selectBuried, [hashes]);
    return new Set(rows.map(({ hash }) => hash));
  },

  /** Makes sure that nobody writes to a transcript until the end of the transaction, which buries it. */
  lockTranscript(transaction: Transaction, { hash }: Grave): Promise<unknown> {
    return transaction.run(lockTranscript, [toLock(hash)]);
  },

  /** Whether a transcript was deleted. If not, that stays so until the end of the transaction. */
  hasTranscript(transaction: Transaction, grave: Grave): Promise<boolean> {
    void transaction.run(shareTranscript, [toLock(grave.hash)]);
    return this.has(transaction, grave);
  },

  /** What is left of a key that was used in a task that was deleted. */
  hashOf(owner: Instance, key: string): string {
    return keyHashOf(owner, toKeyColumn(key));
  },

  async hasKey(connection: Connection, owner: Instance, key: string): Promise<boolean> {
    return (await connection.run(selectKey, [this.hashOf(owner, key)])).length > 0;
  },

  /** Lets somebody bring back what it is of. What is still to be erased or told stays with it, under another name. */
  lift(connection: Connection, grave: Grave): Promise<unknown> {
    return connection.run(lift, graveColumns(grave));
  },

  /** Makes a tombstone of a task. */
  bury(connection: Connection, key: TaskKey, grave: Grave, remains: Remains, now: number): Promise<unknown> {
    const tell = remains.notices === undefined ? null : now;
    return connection.run(update, [toTaskNumber(key), grave.role, grave.hash, now, JSON.stringify(remains), tell]);
  },

  /** Removes some of what tombstones have left in the tables, these first; false when no tombstone has anything. */
  async eraseSome(connection: Connection, until: number, first: readonly TaskKey[]): Promise<boolean> {
    type Stone = { id: number; data: string };
    const wanted = first.length === 0 ? [] : await connection.run<Stone>(selectRowsOf, [first.map(toTaskNumber)]);
    const stones = wanted.length > 0 ? wanted : await connection.run<Stone>(selectRows);
    if (stones.length === 0) return false;
    const ids = stones.map(({ id }) => id);
    const named = stones.flatMap(({ id, data }) => {
      const { transcript } = JSON.parse(data) as Remains;
      return transcript === undefined ? [] : [{ id, name: toKeyColumn(transcript) }];
    });
    const counts = await Promise.all([
      ...removals.map((removal) => connection.run<{ count: number }>(removal, [ids])),
      ...(named.length === 0 ? [] : [connection.run<{ count: number }>(removeLines, [named.map(({ name }) => name)])]),
    ]);
    if (counts.every(([row]) => (row?.count ?? 0) < ROWS)) {
      await connection.run(updateErased, [ids, until, named.map(({ id }) => id)]);
    }
    return true;
  },

  async isAny(connection: Connection, of?: readonly TaskKey[]): Promise<boolean> {
    const [row] = await (of === undefined
      ? connection.run<{ some: boolean }>(selectAny)
      : connection.run<{ some: boolean }>(selectAnyOf, [of.map(toTaskNumber)]));
    return row?.some === true;
  },

  /** Removes expired tombstones; whether there may be more. */
  async removeOld(connection: Connection, now: number): Promise<boolean> {
    const givenUp = await connection.run(giveUpCopies, [now]);
    const [row] = await connection.run<{ count: number }>(removeOld, [now]);
    return row?.count === ROWS || givenUp.length > 0;
  },

  async due(connection: Connection, now: number, again: number, limit: number): Promise<Tombstone[]> {
    const rows = await connection.run<GraveRow>(selectDue, [now, again, limit]);
    return rows.map(({ id, swarm, role, owner, data }) => {
      const { notices = {} } = JSON.parse(data) as Remains;
      const names = { swarm: fromTextColumn(swarm), role, owner: fromTextColumn(owner) };
      return { key: toTaskKey(id), owner: instanceOf(names), notices };
    });
  },

  told(connection: Connection, key: TaskKey, remains: Remains, tell: number | null): Promise<unknown> {
    return connection.run(updateNotices, [toTaskNumber(key), JSON.stringify(remains), tell]);
  },
};

/** A number of 32 bits, with its sign. */
function toLock(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) | 0;
}
