import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExpectedFailure } from '../expected-failure.ts';
import { parsePath } from './parse-path.ts';

test.each([
  ['a', ['a']],
  ['a/b', ['a', 'b']],
  ['./a//b/./c/', ['a', 'b', 'c']],
  ['.', []],
  ['./', []],
  ['a\\b', ['a', 'b']],
  ['...', ['...']],
  ['..a/b..', ['..a', 'b..']],
  ['.hidden', ['.hidden']],
  ['with space/ümlaut', ['with space', 'ümlaut']],
])('parses %j as %j', (path, names) => {
  expect(parsePath(path)).toEqual(names);
});

test.each([
  '..',
  '../a',
  'a/..',
  'a/../b',
  'a/b/../../..',
  '..\\a',
  'a\\..\\..\\b',
  './..',
  '/',
  '/etc/passwd',
  '//host/share',
  '\\\\host\\share',
  '\\a',
  'C:\\a',
  'C:/a',
  'C:a',
  'c:',
])('refuses %j, which leads out', (path) => {
  expect(() => parsePath(path)).toThrow('outside of the allowed directory');
});

test('an empty, a very long and a truncated path are refused', () => {
  expect(() => parsePath('')).toThrow('must not be empty');
  expect(() => parsePath('a'.repeat(4097))).toThrow('4096 characters');
  expect(() => parsePath('a\0b')).toThrow('null character');
});

test('a path that passes stays below the root', () => {
  const path = fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom('..', '.', 'a', '/', '\\', 'C:', '\0', ''), { maxLength: 12 })
      .map((parts) => parts.join('')),
    fc.array(fc.constantFrom('..', '.', 'a', 'b'), { maxLength: 8 }).map((parts) => parts.join('/')),
  );
  fc.assert(
    fc.property(path, (text) => {
      const names = attempt(() => parsePath(text));
      if (names instanceof ExpectedFailure) return;
      const joined = posix.join('/base', ...names);
      expect(joined === '/base' || joined.startsWith('/base/')).toBe(true);
      expect(names.every((name) => name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name))).toBe(true);
    }),
  );
});

/** The result, or the failure that an agent would be told. Anything else is thrown on. */
function attempt<Value>(work: () => Value): Value | ExpectedFailure {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExpectedFailure) return error;
    throw error;
  }
}
