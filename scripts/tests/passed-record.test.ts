import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readPassed, writePassed } from './passed-record.ts';

const root = mkdtempSync(join(tmpdir(), 'posthouse-passed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('the record keeps what passed and does not depend on the size of the run', () => {
  mkdirSync(join(root, 'a'));
  writeFileSync(join(root, 'a/plain.test.ts'), `it('is plain', () => {});`);
  writeFileSync(join(root, 'a/sized.test.ts'), `const many = process.env.TEST_FULL === '1' ? 100 : 10;`);
  const passed = ['plain', 'sized'].map((name) => ({ file: join(root, `a/${name}.test.ts`), passed: 3 }));
  writePassed(join(root, 'passed.json'), passed, root);
  expect(readPassed(join(root, 'passed.json'))).toEqual([{ file: 'a/plain.test.ts', passed: 3 }]);
});

it('nothing is left out without a record', () => {
  expect(readPassed(join(root, 'missing.json'))).toEqual([]);
});
