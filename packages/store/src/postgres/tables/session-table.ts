import { type SessionColumns, type SessionRow, toSession } from '../../session-row.ts';
import type { Session, SessionOwner } from '../../session.ts';
import { fromTextColumn } from '../../text-column.ts';
import { fromKeyColumns, toKeyColumn, toKeyColumns } from '../key-column.ts';
import { type Connection, statement } from '../statement.ts';

type Row = SessionRow & { long_owner: string | null; long_id: string | null };

const columns =
  'version, role, owner, long_owner, id, long_id, agent, title, task_id, branches, data, unfinished, created_at, updated_at';
const name = 'role = $1 AND owner = $2 AND id = $3';
const select = statement('session-select')`SELECT ${columns} FROM mail.session WHERE ${name}`;
const selectPage = statement('session-select-page')`
  SELECT ${columns} FROM mail.session WHERE role = $1 AND owner = $2 AND version < $3 ORDER BY version DESC LIMIT $4`;
// Time does not go back within a session, even if the clock does.
const changes = `
  version = nextval('mail.session_version'), agent = $4, title = $5, task_id = $6, branches = $7, data = $8,
  unfinished = $9, updated_at = greatest(session.updated_at, $10)`;
const insert = `
  INSERT INTO mail.session (role, owner, id, agent, title, task_id, branches, data, unfinished, created_at, updated_at,
      long_owner, long_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12)
    ON CONFLICT (role, owner, id)`;
const upsert = statement('session-upsert')`${insert} DO UPDATE SET ${changes} RETURNING ${columns}`;
const insertNew = statement('session-insert')`${insert} DO NOTHING RETURNING ${columns}`;
const insertCopy = statement('session-copy')`
  INSERT INTO mail.session (role, owner, id, agent, title, task_id, branches, data, unfinished, created_at, updated_at,
    long_owner, long_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $13, $11, $12) ON CONFLICT DO NOTHING RETURNING 1`;
const update = statement('session-update')`
  UPDATE mail.session SET ${changes} WHERE ${name} AND version = $11 RETURNING ${columns}`;
const selectUnfinished = statement('session-select-unfinished')`
  SELECT ${columns} FROM mail.session WHERE unfinished = 1 ORDER BY version`;
const selectOldest = statement('session-select-oldest')`
  SELECT ${columns} FROM mail.session WHERE updated_at < $1 AND version > $3 ORDER BY version LIMIT $2`;
const remove = statement('session-remove')`DELETE FROM mail.session WHERE ${name} RETURNING task_id, branches, version`;

export type SessionPut = {
  owner: SessionOwner;
  id: string;
  columns: SessionColumns;
  now: number;
  /** The version to replace; 0 for none; any when it is not given. */
  expect: number | undefined;
};

/** Chat sessions, by owner and id. */
export const sessionTable = {
  async find(connection: Connection, owner: SessionOwner, id: string): Promise<Session | undefined> {
    const [row] = await connection.run<Row>(select, nameColumns(owner, id));
    return row === undefined ? undefined : fromRow(row);
  },

  async page(connection: Connection, owner: SessionOwner, before: number, limit: number): Promise<Session[]> {
    const values = [owner.role, toKeyColumn(owner.id), before, limit];
    return (await connection.run<Row>(selectPage, values)).map((row) => fromRow(row));
  },

  /** Those that were put before a time, longest ago first. */
  async aged(connection: Connection, before: number, limit: number, after: number): Promise<Session[]> {
    return (await connection.run<Row>(selectOldest, [before, limit, after])).map((row) => fromRow(row));
  },

  async unfinished(connection: Connection): Promise<Session[]> {
    return (await connection.run<Row>(selectUnfinished)).map((row) => fromRow(row));
  },

  /** Undefined when the session is not the one that was expected. */
  async put(
    connection: Connection,
    { owner, id, columns: given, now, expect }: SessionPut,
  ): Promise<Session | undefined> {
    const values = [...nameColumns(owner, id), ...given, now];
    const long = [toKeyColumns(owner.id)[1], toKeyColumns(id)[1]];
    const [row] =
      expect === undefined || expect === 0
        ? await connection.run<Row>(expect === 0 ? insertNew : upsert, [...values, ...long])
        : await connection.run<Row>(update, [...values, expect]);
    return row === undefined ? undefined : fromRow(row);
  },

  /** The task of the session that was there, and how many branches it had, if there was one. */
  async remove(
    connection: Connection,
    owner: SessionOwner,
    id: string,
  ): Promise<{ transcript: string; branches: number; version: number } | undefined> {
    type Removed = { task_id: string; branches: string; version: number };
    const [row] = await connection.run<Removed>(remove, nameColumns(owner, id));
    if (row === undefined) return undefined;
    const { task_id: transcript, branches, version } = row;
    return { transcript: fromTextColumn(transcript), branches: (JSON.parse(branches) as unknown[]).length, version };
  },

  /** Puts a session with the times it had; false when there is one. */
  async copy(connection: Connection, session: Omit<Session, 'version'>, given: SessionColumns): Promise<boolean> {
    const { owner, id, createdAt, updatedAt } = session;
    const long = [toKeyColumns(owner.id)[1], toKeyColumns(id)[1]];
    const values = [...nameColumns(owner, id), ...given, Date.parse(createdAt), ...long, Date.parse(updatedAt)];
    return (await connection.run(insertCopy, values)).length > 0;
  },
};

function nameColumns({ role, id: owner }: SessionOwner, id: string): [string, string, string] {
  return [role, toKeyColumn(owner), toKeyColumn(id)];
}

function fromRow({ long_owner, long_id, ...row }: Row): Session {
  return toSession({ ...row, owner: fromKeyColumns(row.owner, long_owner), id: fromKeyColumns(row.id, long_id) });
}
