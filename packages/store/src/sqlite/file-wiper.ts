import { fstatSync, fsyncSync, readSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite-error.ts';

export type FileWiperOptions = {
  path: string;
  /** The connection of the store. */
  database: DatabaseSync;
  /** A descriptor of the file that may be written to. */
  descriptor: () => number;
};

/** How much of the file one step looks at: about as long as a checkpoint takes. */
const STEP_PAGES = 2_048;
/** From here on, a page that holds no rows can begin like one that does. */
const MAX_PAGES = 2 ** 25;

/**
 * Clears out of a database file what deleted rows have left in it. SQLite overwrites rows that are deleted
 * (`secure_delete`), but not the copies that stay in the gaps of pages when it moves rows between them, nor the log.
 *
 * A step empties the log, keeps other writers out, and overwrites gaps in the file itself, which nobody reads. If it has
 * changed any, it commits something, upon which every other connection forgets its copies of pages.
 */
export class FileWiper {
  readonly #options: FileWiperOptions;
  #next = 0;
  #pass = 1;

  constructor(options: FileWiperOptions) {
    this.#options = options;
  }

  /** `busy` when somebody reads or writes just now: try again later. */
  step(): 'done' | 'more' | 'busy' {
    const { path } = this.#options;
    // A connection of its own, because only those of others forget their pages.
    using own = new DatabaseSync(path, { timeout: 0 });
    try {
      if (!this.#emptyLog() || isUnknown(own)) return 'busy';
      own.exec('BEGIN IMMEDIATE');
      if (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size !== 0) return 'busy';
      const { isAll, changed } = this.#wipe(pragma(own, 'page_size'));
      // Mostly there is nothing to clear out: then nobody has to wait for the disk, or read pages again.
      if (changed) own.exec(`PRAGMA user_version = ${pragma(own, 'user_version')}; COMMIT`);
      if (!isAll) return 'more';
    } catch (error) {
      if (isBusy(error)) return 'busy';
      throw error;
    } finally {
      if (own.isTransaction) own.exec('ROLLBACK');
    }
    return this.#endPass();
  }

  /** What one step left may have been moved behind it by a writer before the next: a file of several steps is read twice. */
  #endPass(): 'done' | 'more' {
    const steps = Math.ceil(this.#next / STEP_PAGES);
    this.#next = 0;
    this.#pass += 1;
    if (steps > 1 && this.#pass === 2) return 'more';
    this.#pass = 1;
    return 'done';
  }

  #emptyLog(): boolean {
    const { database } = this.#options;
    const timeout = pragma(database, 'busy_timeout', 'timeout');
    database.exec('PRAGMA busy_timeout = 0');
    try {
      return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
    } finally {
      database.exec(`PRAGMA busy_timeout = ${timeout}`);
    }
  }

  /** Overwrites the gaps of the next pages; whether those were the last, and whether there was anything in them. */
  #wipe(size: number): { isAll: boolean; changed: boolean } {
    const descriptor = this.#options.descriptor();
    const count = Math.floor(fstatSync(descriptor).size / size);
    const pages = Buffer.alloc(Math.max(0, Math.min(STEP_PAGES, count - this.#next)) * size);
    const zeros = Buffer.alloc(size);
    readSync(descriptor, pages, 0, pages.length, this.#next * size);
    let changed = false;
    for (let start = 0; start < pages.length; start += size) {
      const page = pages.subarray(start, start + size);
      const isFirst = this.#next === 0 && start === 0;
      const gap = gapOf(page, { isFirst, usable: size });
      if (gap === undefined || page.compare(zeros, 0, gap.end - gap.start, gap.start, gap.end) === 0) continue;
      writeSync(descriptor, zeros, 0, gap.end - gap.start, this.#next * size + start + gap.start);
      changed = true;
    }
    if (changed) fsyncSync(descriptor);
    this.#next += pages.length / size;
    return { isAll: this.#next >= count, changed };
  }
}

/** Whether a file may have pages of other kinds, which could be taken for ours: it is left alone. None of ours is one. */
function isUnknown(database: DatabaseSync): boolean {
  return pragma(database, 'auto_vacuum') !== 0 || pragma(database, 'page_count') >= MAX_PAGES;
}

function pragma(database: DatabaseSync, name: string, column = name): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[column]);
}

/** The bytes of a page that belong to nothing, from one place up to another. */
type Gap = { start: number; end: number };

/** The first byte of the pages that hold rows and keys; of interior ones the header is four bytes longer. */
const INTERIOR = [2, 5];
const LEAF = [10, 13];

/**
 * Finds the gap of a page of SQLite that holds rows or keys: what lies between the list of its cells and the first of
 * them. SQLite moves cells from page to page and leaves their bytes behind in there, whatever `secure_delete` says.
 * Undefined for a page of another kind, which begins with a page number that is smaller than any of these kinds.
 */
function gapOf(page: Buffer, { isFirst, usable }: { isFirst: boolean; usable: number }): Gap | undefined {
  const header = isFirst ? 100 : 0;
  const kind = page[header] as number;
  if (!INTERIOR.includes(kind) && !LEAF.includes(kind)) return undefined;
  const start = header + (INTERIOR.includes(kind) ? 12 : 8) + 2 * page.readUInt16BE(header + 3);
  const end = page.readUInt16BE(header + 5) || 65_536;
  return start < end && end <= usable ? { start, end } : undefined;
}
