import { win32 } from 'node:path';
import { ExpectedFailure } from '../expected-failure.ts';

const MAX_PATH_LENGTH = 4_096;

/**
 * The names that a path below the root consists of; none for the root itself. Throws for everything that could mean a
 * place elsewhere.
 *
 * @example
 * parsePath('notes/./today.md'); // ['notes', 'today.md']
 */
export function parsePath(path: string): string[] {
  if (path === '') throw new ExpectedFailure('`path` must not be empty');
  if (path.length > MAX_PATH_LENGTH)
    throw new ExpectedFailure(`\`path\` must not be longer than ${MAX_PATH_LENGTH} characters`);
  if (path.includes('\0')) throw new ExpectedFailure('`path` must not contain a null character');
  // The rules of Windows, on every system: a path that is refused in one place is refused in all.
  if (win32.isAbsolute(path) || /^[A-Za-z]:/.test(path)) throw outside(path);
  const names = path.split(/[/\\]/).filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw outside(path);
  return names;
}

/** What an agent is told about a path that leads out. */
export function outside(path: string): ExpectedFailure {
  return new ExpectedFailure(`${path} is outside of the allowed directory; use a relative path below it`);
}
