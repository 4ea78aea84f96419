import { resolve } from 'node:path';
import type { PosthouseError } from '@posthouse/protocol';
import { invalidConfiguration } from '@posthouse/protocol';

/** Where a store is, by the kind of database. */
export type StoreLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

const MEMORY_URL = 'sqlite::memory:';
const NO_DATABASE = 'none';
const MEMORY: StoreLocation = { kind: 'sqlite', path: ':memory:' };

/**
 * Reads a store URL. The URL itself is never repeated in an error: those of database servers contain passwords.
 *
 * @example parseStoreURL('sqlite:/var/lib/posthouse.db') // { kind: 'sqlite', path: '/var/lib/posthouse.db' }
 */
export function parseStoreURL(url: string): StoreLocation {
  if (url === MEMORY_URL || url === NO_DATABASE) return MEMORY;
  const [, scheme, path = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url) ?? [];
  switch (scheme?.toLowerCase()) {
    case 'sqlite':
      return { kind: 'sqlite', path: toPath(path) };
    case 'postgres':
    case 'postgresql':
      if (!path.startsWith('//')) throw unusable(`one that begins with '${scheme}:' and has no slashes after it`);
      return { kind: 'postgres', url };
    default:
      throw unusable(scheme === undefined ? 'a text without a scheme' : `one that begins with '${scheme}:'`);
  }
}

function toPath(path: string): string {
  if (path === '') throw unusable('one without a path');
  // Elsewhere two slashes begin a host and three a relative path; here neither would be what was meant.
  if (path.startsWith('//')) throw unusable('one with slashes before the path');
  if (path.includes('\0')) throw unusable('one with a NUL in its path');
  return resolve(path);
}

function unusable(got: string): PosthouseError {
  const forms = `'sqlite:posthouse.db', 'sqlite:/absolute/path.db', 'postgres://user:password@host/database', '${MEMORY_URL}' or '${NO_DATABASE}'`;
  return invalidConfiguration(`expected a store URL like ${forms}, got ${got}`);
}
