import { openConnection } from './open-connection.ts';

/** The names of the tables in a database file, which are made if they are not there. */
export function tableNames(path: string): string[] {
  using database = openConnection(path, 'full');
  const rows = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
    .all();
  return rows.map(({ name }) => String(name));
}
