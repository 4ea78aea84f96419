import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readPassed, writePassed } from './passed-record.ts';

const root = mkdtempSync(join(tmpdir(), 'posthouse-passed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('the record keeps what passed, by its path in the repository', () => {
  writePassed(join(root, 'passed.json'), [{ file: join(root, 'a/plain.test.ts'), passed: 3 }], root);
  expect(readPassed(join(root, 'passed.json'))).toEqual([{ file: 'a/plain.test.ts', passed: 3 }]);
});

it('nothing is left out without a record', () => {
  expect(readPassed(join(root, 'missing.json'))).toEqual([]);
});
