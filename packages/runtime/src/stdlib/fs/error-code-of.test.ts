import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ExpectedFailure } from '../expected-failure.ts';
import { errorCodeOf, toFileFailure } from './error-code-of.ts';

test('only refusals of the file system have a code', async () => {
  const missing = await readFile('/no/such/file').catch((error: unknown) => error);
  expect(errorCodeOf(missing)).toBe('ENOENT');
  for (const other of [new Error('x'), 'ENOENT', undefined, Object.assign(new Error('x'), { code: 5 })]) {
    expect(errorCodeOf(other)).toBe('');
  }
});

test('a refusal names the path as the agent wrote it', async () => {
  const missing = await readFile('/no/such/file').catch((error: unknown) => error);
  const failure = toFileFailure('notes/a.md', missing);
  expect(failure).toBeInstanceOf(ExpectedFailure);
  expect(failure).toMatchObject({ message: 'the file system refused notes/a.md (ENOENT)' });
});

test('other errors are left alone', () => {
  const mistake = Object.assign(new TypeError('x'), { code: 'ERR_INVALID_ARG_TYPE' });
  expect(toFileFailure('a', mistake)).toBe(mistake);
  const expected = new ExpectedFailure('no');
  expect(toFileFailure('a', expected)).toBe(expected);
});
