import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCommand } from '../process/run-command.ts';
import type { PassedFile } from './test-outcome.ts';

const reporter = join(import.meta.dirname, 'outcome-reporter.ts');
const temporary: string[] = [];

afterAll(() => temporary.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

/** Runs real test files in a project of their own. */
async function runTests(files: Record<string, string>, ci = 'false', leaveOut: PassedFile[] = []) {
  const directory = mkdtempSync(join(tmpdir(), 'posthouse-reporter-'));
  temporary.push(directory);
  for (const [name, code] of Object.entries(files)) writeFileSync(join(directory, name), code);
  const options = ['--globals', '--passWithNoTests', '--reporter=default', `--reporter=${reporter}`];
  const program = `import { runTests } from ${JSON.stringify(join(import.meta.dirname, 'run-tests.ts'))};
    process.exitCode = await runTests({
      options: ${JSON.stringify(options)}, wanted: [], directory: process.cwd(), leaveOut: ${JSON.stringify(leaveOut)},
      onPassed: (files) => console.log('at once: ' + JSON.stringify(files.map(({ file, passed }) => [file.split('/').at(-1), passed]))),
    });`;
  const { code, output } = await runCommand(process.execPath, ['--input-type=module', '--eval', program], {
    directory,
    env: { CI: ci },
  });
  return { code, lastLine: output.trimEnd().split('\n').at(-1), output };
}

/** A test that fails the first time it is run. */
const unsteady = `import { existsSync, writeFileSync } from 'node:fs';
  it('settles', () => { const ran = existsSync('ran'); writeFileSync('ran', ''); expect(ran).toBe(true); });
  it('is steady', () => {});`;

it('a good run ends with its count: without skipped tests, and with those of a file that is left out', async () => {
  const files = {
    'a.test.js': `it('a', () => {}); it('b', () => {}); it.skip('c', () => {});`,
    'b.test.js': `it('d', () => { throw new Error('run'); });`,
  };
  const { code, lastLine, output } = await runTests(files, 'true', [{ file: 'b.test.js', passed: 7 }]);
  expect([code, lastLine]).toEqual([0, '9 passed, 0 failed']);
  expect(output).toContain('Not repeated, because it has just passed: tests 7, files 1\n');
});

it('failed tests, broken files and stray errors are counted', async () => {
  const files = {
    'a.test.js': `it('a', () => {}); it('b', () => { throw new Error('no'); });`,
    'b.test.js': `throw new Error('not even loaded');`,
    'c.test.js': `it('c', async () => { void Promise.reject(new Error('unheard')); await new Promise(setImmediate); });`,
  };
  expect(await runTests(files, 'true')).toMatchObject({ code: 1, lastLine: '2 passed, 3 failed' });
});

it('a run without any tests says so', async () => {
  expect(await runTests({})).toMatchObject({ code: 0, lastLine: '0 passed, 0 failed' });
});

it('a file that passes when it is run again, alone, passes on CI and is listed as unsteady, not as passed at once', async () => {
  const files = { 'a.test.js': unsteady, 'b.test.js': `it('b', () => {}); it('c', () => {}); it.skip('d', () => {});` };
  const { code, lastLine, output } = await runTests(files, 'true');
  expect([code, lastLine]).toEqual([0, '4 passed, 0 failed']);
  expect(output).toContain('Unsteady:\n- a.test.js: settles\n');
  expect(output).toContain('at once: [["b.test.js",2]]\n');
});

it('a file that fails twice fails on CI, together with files that were only unsteady', async () => {
  const files = { 'a.test.js': unsteady, 'b.test.js': `it('b', () => { throw new Error('no'); });` };
  expect(await runTests(files, 'true')).toMatchObject({ code: 1, lastLine: '1 passed, 2 failed' });
});

it('no file is run again outside of CI', async () => {
  expect(await runTests({ 'a.test.js': unsteady })).toMatchObject({ code: 1, lastLine: '1 passed, 1 failed' });
});
