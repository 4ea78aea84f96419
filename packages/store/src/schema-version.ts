import { invalidConfiguration, PosthouseError } from '@posthouse/protocol';

/**
 * How many steps have made the tables of a database, and how many of them a program has to know to use it. A step that
 * only adds something leaves the record `schema`/`least` saying the latter; without it, all of them have to be known.
 */
export type SchemaVersion = { version: number; least?: number | undefined };

const NEWER = { reason: 'schema_newer' } as const;

/** Throws when a database is too new for a program that knows so many steps. */
export function expectKnown({ version, least = version }: SchemaVersion, known: number): void {
  if (Math.min(version, least) <= known) return;
  const sentence = `the database has version ${version}, this Posthouse knows versions up to ${known}: use the newer Posthouse that wrote it`;
  throw invalidConfiguration(sentence, { details: NEWER });
}

/** Whether an error says that a newer version has changed the tables in a way that this one does not know. */
export function isSchemaNewer(error: unknown): error is PosthouseError {
  return PosthouseError.isInstance(error) && (error.details as typeof NEWER | undefined)?.reason === NEWER.reason;
}
