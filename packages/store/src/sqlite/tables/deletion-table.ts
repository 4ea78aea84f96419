import type { DatabaseSync } from 'node:sqlite';
import {
  type DeletionRecord,
  type DeletionRow,
  type NewDeletionRecord,
  toForgottenName,
} from '../../deletion-record.ts';
import type { SessionOwner } from '../../session.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';
import { userHashOf } from '../../tombstone.ts';

/** How many records are looked at when old ones are removed. */
const ROWS = 100;

/** The records of deletions. */
export function deletionTable(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO deletion (at, what, hash, actor, why, counts) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectPage = database.prepare('SELECT * FROM deletion WHERE id < ? ORDER BY id DESC LIMIT ?');
  const updateActor = database.prepare('UPDATE deletion SET actor = ? WHERE actor = ?');
  // They are in the order of time, as far as clocks agree.
  const selectOldest = database.prepare(`SELECT id, at FROM deletion WHERE id > 0 ORDER BY id LIMIT ${ROWS}`);
  const remove = database.prepare('DELETE FROM deletion WHERE id = ?');

  function oldOnes(time: number): number[] {
    const oldest = selectOldest.all() as { id: number; at: number }[];
    return oldest.filter(({ at }) => at <= time).map(({ id }) => id);
  }

  return {
    add({ what, hash, by, why, counts }: NewDeletionRecord, now: number): void {
      insert.run(now, what, hash, toTextColumn(by), why, JSON.stringify(counts));
    },

    page(before: number, limit: number): DeletionRecord[] {
      return (selectPage.all(before, limit) as DeletionRow[]).map(({ at, actor, counts, ...row }) => ({
        ...row,
        by: fromTextColumn(actor),
        at: new Date(at).toISOString(),
        counts: JSON.parse(counts) as DeletionRecord['counts'],
      }));
    },

    forget(owner: SessionOwner): void {
      updateActor.run(toForgottenName(userHashOf(owner)), toTextColumn(`${owner.role}:${owner.id}`));
    },

    hasOld(time: number): boolean {
      return oldOnes(time).length > 0;
    },

    removeOld(time: number): void {
      for (const id of oldOnes(time)) remove.run(id);
    },
  };
}
