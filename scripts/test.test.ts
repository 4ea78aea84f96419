import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './process/run-command.ts';
import { readPassed } from './tests/passed-record.ts';
import { repositoryRoot } from './workspace/read-workspace.ts';

/** Has properties, so that it does more in the full run. */
const SIZED = 'packages/protocol/src/id.test.ts';
const PLAIN = 'packages/client/src/http/retry-after.test.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'posthouse-test-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runTests = (...words: string[]) =>
  runCommand(process.execPath, ['scripts/run.cjs', 'scripts/test.ts', ...words], { directory: repositoryRoot });

test('each file runs once on CI: first what does not depend on the size of the run, then in full what does', async () => {
  const record = join(folder, 'passed.json');
  const first = await runTests('--record', record, SIZED, PLAIN);
  expect(first).toMatchObject({ code: 0, output: expect.not.stringContaining(SIZED) });
  const recorded = readPassed(record);
  expect(recorded).toEqual([{ file: PLAIN, passed: expect.any(Number) }]);
  const [{ passed } = { passed: 0 }] = recorded;

  const second = await runTests('--full', '--after', record, SIZED, PLAIN);
  expect(second.output).toContain(`Not repeated, because it has just passed: tests ${passed}, files 1\n`);
  expect(second.output).toContain(SIZED);
  expect(second.output).not.toContain(PLAIN);
  expect(Number(/(\d+) passed, 0 failed\n$/.exec(second.output)![1])).toBeGreaterThan(passed);
});
