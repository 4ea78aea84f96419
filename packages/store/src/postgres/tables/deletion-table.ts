import {
  type DeletionRecord,
  type DeletionRow,
  type NewDeletionRecord,
  toForgottenName,
} from '../../deletion-record.ts';
import type { SessionOwner } from '../../session.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';
import { userHashOf } from '../../tombstone.ts';
import { type Connection, statement } from '../statement.ts';

/** How many records are looked at when old ones are removed. */
const ROWS = 1_000;

const insert = statement('deletion-insert')`
  INSERT INTO mail.deletion (at, what, hash, actor, why, counts) VALUES ($1, $2, $3, $4, $5, $6)`;
const selectPage = statement('deletion-select-page')`
  SELECT id, at, what, hash, actor, why, counts FROM mail.deletion WHERE id < $1 ORDER BY id DESC LIMIT $2`;
const updateActor = statement('deletion-forget')`UPDATE mail.deletion SET actor = $2 WHERE actor = $1`;
// They are in the order of time, as far as clocks agree.
const removeOld = statement('deletion-remove-old')`
  DELETE FROM mail.deletion
  WHERE at <= $1 AND id IN (SELECT id FROM mail.deletion ORDER BY id LIMIT ${ROWS})`;

/** The records of deletions. */
export const deletionTable = {
  add(connection: Connection, { what, hash, by, why, counts }: NewDeletionRecord, now: number): Promise<unknown> {
    return connection.run(insert, [now, what, hash, toTextColumn(by), why, JSON.stringify(counts)]);
  },

  async page(connection: Connection, before: number, limit: number): Promise<DeletionRecord[]> {
    const rows = await connection.run<DeletionRow>(selectPage, [before, limit]);
    return rows.map(({ at, actor, counts, ...row }) => ({
      ...row,
      by: fromTextColumn(actor),
      at: new Date(at).toISOString(),
      counts: JSON.parse(counts) as DeletionRecord['counts'],
    }));
  },

  forget(connection: Connection, owner: SessionOwner): Promise<unknown> {
    const name = toTextColumn(`${owner.role}:${owner.id}`);
    return connection.run(updateActor, [name, toForgottenName(userHashOf(owner))]);
  },

  removeOld(connection: Connection, time: number): Promise<unknown> {
    return connection.run(removeOld, [time]);
  },
};
