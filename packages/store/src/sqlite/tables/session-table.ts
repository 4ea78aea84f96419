import type { DatabaseSync } from 'node:sqlite';
import { type SessionColumns, type SessionRow, toSession } from '../../session-row.ts';
import type { Session, SessionOwner } from '../../session.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';

/** Chat sessions, by owner and id. */
export function sessionTable(database: DatabaseSync) {
  const ownedBy = 'role = ? AND owner = ?';
  const select = database.prepare(`SELECT * FROM session WHERE ${ownedBy} AND id = ?`);
  const selectPage = database.prepare(
    `SELECT * FROM session WHERE ${ownedBy} AND version < ? ORDER BY version DESC LIMIT ?`,
  );
  // Replaced rather than updated: the new row gets a new version.
  const replace = database.prepare(`
    INSERT OR REPLACE INTO session
      (role, owner, id, agent, title, task_id, branches, data, unfinished, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`);
  const selectOldest = database.prepare('SELECT * FROM session WHERE version > ? ORDER BY version LIMIT ?');
  const selectUnfinished = database.prepare('SELECT * FROM session WHERE unfinished = 1 ORDER BY version');
  const remove = database.prepare(`DELETE FROM session WHERE ${ownedBy} AND id = ?`);

  return {
    find(owner: SessionOwner, id: string): Session | undefined {
      const row = select.get(...ownerColumns(owner), toTextColumn(id)) as SessionRow | undefined;
      return row === undefined ? undefined : fromRow(row);
    },

    page(owner: SessionOwner, before: number, limit: number): Session[] {
      return (selectPage.all(...ownerColumns(owner), before, limit) as SessionRow[]).map((row) => fromRow(row));
    },

    /** Those that were put longest ago come first. */
    oldest(after: number, limit: number): Session[] {
      return (selectOldest.all(after, limit) as SessionRow[]).map((row) => fromRow(row));
    },

    unfinished(): Session[] {
      return (selectUnfinished.all() as SessionRow[]).map((row) => fromRow(row));
    },

    put(
      owner: SessionOwner,
      id: string,
      columns: SessionColumns,
      times: { created: number; updated: number },
    ): Session {
      const row = replace.get(...ownerColumns(owner), toTextColumn(id), ...columns, times.created, times.updated);
      return fromRow(row as SessionRow);
    },

    /** False when there is no such session. */
    remove(owner: SessionOwner, id: string): boolean {
      return remove.run(...ownerColumns(owner), toTextColumn(id)).changes === 1;
    },
  };
}

function ownerColumns({ role, id }: SessionOwner): [string, string] {
  return [role, toTextColumn(id)];
}

function fromRow(row: SessionRow): Session {
  return toSession({ ...row, owner: fromTextColumn(row.owner), id: fromTextColumn(row.id) });
}
