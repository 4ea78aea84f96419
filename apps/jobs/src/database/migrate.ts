import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

const FOLDER = new URL('migrations/', import.meta.url);

/**
 * Brings a database to the newest shape, each step in a transaction of its own, so that a step that was interrupted is
 * simply taken again. Refuses a database that a newer version of the app has written.
 */
export function migrate(sqlite: Database): void {
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  for (const [index, file] of files.entries()) {
    const step = sqlite.transaction(() => {
      if (versionOf(sqlite) !== index) return;
      sqlite.exec(readFileSync(new URL(file, FOLDER), 'utf8'));
      sqlite.pragma(`user_version = ${index + 1}`);
    });
    step.immediate();
  }
  const version = versionOf(sqlite);
  if (version > files.length) {
    throw new Error(
      `The database was written by a newer version of the jobs assistant (its shape is ${version}, this version knows ${files.length}).`,
    );
  }
}

function versionOf(sqlite: Database): number {
  return sqlite.pragma('user_version', { simple: true }) as number;
}
