import type { Imported } from './import/imported.ts';

/** A step of preparing a database, in this order. */
export type InitStep =
  /** A table is there; with its schema where the database has schemas. */
  | { type: 'table'; name: string }
  /** What a MAIL reference server had stored in the same database was imported: now, or earlier. */
  | { type: 'imported'; imported: Imported | 'earlier' };
