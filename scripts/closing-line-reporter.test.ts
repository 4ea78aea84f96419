import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCommand } from './process/run-command.ts';

const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
const reporter = join(import.meta.dirname, 'closing-line-reporter.ts');
const temporary: string[] = [];

afterAll(() => temporary.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

/** Runs real test files in a project of their own. */
async function runTests(files: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'posthouse-reporter-'));
  temporary.push(directory);
  for (const [name, code] of Object.entries(files)) writeFileSync(join(directory, name), code);
  const { code, output } = await runCommand(
    process.execPath,
    [vitest, 'run', '--globals', '--passWithNoTests', '--reporter=default', `--reporter=${reporter}`],
    { directory },
  );
  return { code, lastLine: output.trimEnd().split('\n').at(-1) };
}

it('ends a good run with its count, skipped tests left out', async () => {
  const files = { 'a.test.js': `it('a', () => {}); it('b', () => {}); it.skip('c', () => {});` };
  expect(await runTests(files)).toEqual({ code: 0, lastLine: '2 passed, 0 failed' });
});

it('counts failed tests, broken files and stray errors', async () => {
  const files = {
    'a.test.js': `it('a', () => {}); it('b', () => { throw new Error('no'); });`,
    'b.test.js': `throw new Error('not even loaded');`,
    'c.test.js': `it('c', async () => { void Promise.reject(new Error('unheard')); await new Promise(setImmediate); });`,
  };
  expect(await runTests(files)).toEqual({ code: 1, lastLine: '2 passed, 3 failed' });
});

it('says so when there was nothing to run', async () => {
  expect(await runTests({})).toEqual({ code: 0, lastLine: '0 passed, 0 failed' });
});
