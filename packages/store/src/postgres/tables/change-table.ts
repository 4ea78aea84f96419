import type { TaskKey } from '../../task.ts';
import { toTaskKey, toTaskNumber } from '../../task-key.ts';
import { type Connection, statement } from '../statement.ts';

/** How long changes are remembered. */
export const CHANGE_MEMORY_MILLISECONDS = 60_000;

/** A task that was written to, and the transaction that did. */
export type Change = { task: TaskKey; xact: string };

/** A moment: which transactions are over by then. `earliest` is the first that may not be. */
export type Moment = { snapshot: string; earliest: string; now: number };

type Row = Moment & { task: number | null; xact: string | null };

const insert = statement('change-insert')`
  INSERT INTO mail.change (xact, token, task) SELECT pg_current_xact_id(), $1, * FROM unnest($2::bigint[])
  RETURNING xact::text`;
// There is no index, because this is asked only after a connection was lost.
const selectToken = statement('change-token')`SELECT EXISTS (SELECT FROM mail.change WHERE token = $1) AS signed`;
const selectMoment = `
  SELECT pg_current_snapshot()::text AS snapshot, pg_snapshot_xmin(pg_current_snapshot())::text AS earliest,
    floor(extract(epoch FROM now()) * 1000)::bigint AS now`;
const select = { name: 'change-moment', text: selectMoment };
// A transaction that was under way at the moment before may have a lower number than others that were over.
const selectSince = statement('change-since')`
  SELECT moment.*, change.task, change.xact::text FROM (${selectMoment}) AS moment
  LEFT JOIN mail.change ON xact >= pg_snapshot_xmin($1::pg_snapshot)
    AND NOT pg_visible_in_snapshot(xact, $1::pg_snapshot)`;
const remove = statement('change-delete')`DELETE FROM mail.change WHERE xact < $1::xid8`;
const removeOld = {
  name: 'change-delete-old',
  text: "DELETE FROM mail.change WHERE at < now() - interval '10 minutes'",
};

/**
 * What was written lately: how processes find out about each other when a notice was lost, and about themselves when an
 * answer was.
 */
export const changeTable = {
  /** Records what a transaction changes, which may be no task at all; gives the transaction's number. */
  async record(connection: Connection, token: number, tasks: readonly TaskKey[]): Promise<string> {
    const ids = tasks.length === 0 ? [null] : tasks.map((task) => toTaskNumber(task));
    const [row] = await connection.run<{ xact: string }>(insert, [token, ids]);
    return (row as { xact: string }).xact;
  },

  /** Whether a transaction with this token was committed, lately. */
  async isSigned(connection: Connection, token: number): Promise<boolean> {
    const [row] = await connection.run<{ signed: boolean }>(selectToken, [token]);
    return row?.signed === true;
  },

  async moment(connection: Connection): Promise<Moment> {
    const [row] = await connection.run<Moment>(select);
    return row as Moment;
  },

  /** What was committed since a moment, exactly. */
  async since(connection: Connection, { snapshot }: Moment): Promise<{ moment: Moment; changes: Change[] }> {
    const rows = await connection.run<Row>(selectSince, [snapshot]);
    const { snapshot: newest, earliest, now } = rows[0] as Row;
    return {
      moment: { snapshot: newest, earliest, now },
      changes: rows.flatMap(({ task, xact }) =>
        task === null || xact === null ? [] : [{ task: toTaskKey(task), xact }],
      ),
    };
  },

  /** Forgets what every transaction before has changed. */
  forget(connection: Connection, { earliest }: Moment): Promise<unknown> {
    return connection.run(remove, [earliest]);
  },

  /** Forgets what is so old that nobody remembers when it was: processes that live shortly leave that to others. */
  forgetOld(connection: Connection): Promise<unknown> {
    return connection.run(removeOld);
  },
};
