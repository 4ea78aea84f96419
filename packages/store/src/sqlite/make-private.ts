import { chmodSync, statSync } from 'node:fs';

const GROUP = 0o070;
const GROUP_WRITES = 0o020;
const EVERYBODY = 0o007;

/**
 * Takes from everybody what they may do with a file. A group that may write keeps its rights, for its members share the
 * database. One that may only read could not use the database: it has that right because nobody chose a mode, and loses it too.
 */
export function makePrivate(file: string): void {
  attempt(() => {
    const mode = (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
    if ((mode & EVERYBODY) === 0) return;
    chmodSync(file, mode & ~EVERYBODY & ~((mode & GROUP_WRITES) === 0 ? GROUP : 0));
  });
}

/** What cannot be opened, others have words for; and the rights of somebody else's file are theirs to change. */
export function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}
