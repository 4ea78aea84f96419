import { resolve } from 'node:path';
import { PosthouseError } from '@posthouse/protocol';

/** Where a store is, by the kind of database. */
export type StoreLocation = { kind: 'sqlite'; path: string };

const MEMORY_URL = 'sqlite::memory:';

/**
 * Reads a store URL. The URL itself is never repeated in an error: those of database servers contain passwords.
 *
 * @example parseStoreURL('sqlite:/var/lib/posthouse.db') // { kind: 'sqlite', path: '/var/lib/posthouse.db' }
 */
export function parseStoreURL(url: string): StoreLocation {
  if (url === MEMORY_URL) return { kind: 'sqlite', path: ':memory:' };
  const [, scheme, path] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url) ?? [];
  if (scheme?.toLowerCase() !== 'sqlite') {
    throw unusable(scheme === undefined ? 'a text without a scheme' : `one that begins with '${scheme}:'`);
  }
  if (path === undefined || path === '') throw unusable('one without a path');
  // Elsewhere two slashes begin a host and three a relative path; here neither would be what was meant.
  if (path.startsWith('//')) throw unusable('one with slashes before the path');
  if (path.includes('\0')) throw unusable('one with a NUL in its path');
  return { kind: 'sqlite', path: resolve(path) };
}

function unusable(got: string): PosthouseError {
  return new PosthouseError({
    code: 'invalid_configuration',
    message: `expected a store URL like 'sqlite:posthouse.db', 'sqlite:/absolute/path.db' or '${MEMORY_URL}', got ${got}`,
  });
}
