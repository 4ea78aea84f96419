import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

const EVERYBODY = 0o007;

/**
 * Sees to it that a database file is not for everybody on the machine. A new one is its owner's alone, and so is what
 * SQLite puts beside it. Of one that is there, everybody loses their rights, but a group keeps what it was given.
 */
export function keepPrivate(path: string): void {
  // Never opens one that is there: closing it would give up the locks that this process has on it through SQLite.
  attempt(() => closeSync(openSync(path, 'ax', 0o600)));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    attempt(() => {
      const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
      if ((mode & EVERYBODY) !== 0) chmodSync(file, mode & 0o777 & ~EVERYBODY);
    });
  }
}

/** What cannot be opened, SQLite has words for; and the rights of somebody else's file are theirs to change. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}
