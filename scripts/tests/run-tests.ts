import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  mergeOutcomes,
  type PassedFile,
  type TestFailure,
  type TestOutcome,
  toClosingLine,
  toRepeat,
} from './test-outcome.ts';

const VITEST = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');

export type RunTestsOptions = {
  /** Options of vitest that hold for every run, such as `--mode full`. */
  options?: readonly string[];
  /** What the caller wants besides: files, or other options. */
  wanted: readonly string[];
  directory: string;
  /** Files that have just passed and would only do the same again; their tests are counted with those that are run. */
  leaveOut?: readonly PassedFile[];
  /** Told which files passed at once. */
  onPassed?: (files: readonly PassedFile[]) => void;
};

/**
 * Runs tests with vitest and prints `N passed, N failed` last. On CI, files in which something failed are run once more, alone: what
 * passes then is unsteady, which is said at the end and fails nobody's change; what fails twice has failed. Gives the exit code.
 */
export async function runTests(runOptions: RunTestsOptions): Promise<number> {
  const { options = [], wanted, directory, leaveOut = [], onPassed } = runOptions;
  const earlier = leaveOut.reduce((sum, { passed }) => sum + passed, 0);
  if (leaveOut.length > 0)
    console.log(`Not repeated, because it has just passed: tests ${earlier}, files ${leaveOut.length}`);
  const first = await run([...options, ...leaveOut.map(({ file }) => `--exclude=${file}`), ...wanted], directory);
  if (first.outcome !== undefined) {
    onPassed?.(first.outcome.passedFiles ?? []);
    first.outcome.passed += earlier;
  }
  const files = process.env.CI === 'true' && first.outcome !== undefined ? toRepeat(first.outcome) : [];
  if (first.outcome === undefined || files.length === 0) return close(first.outcome, first.code);
  console.log(`\nOnce more, alone: ${files.map((file) => relative(directory, file)).join(', ')}`);
  const again = await run([...options, '--maxWorkers=1', ...files], directory);
  if (again.code !== 0 || again.outcome === undefined) return close(first.outcome, first.code);
  const merged = mergeOutcomes(first.outcome, again.outcome);
  if (merged.unsteady.length > 0) console.log(`\nUnsteady:\n${merged.unsteady.map(toLine(directory)).join('\n')}\n`);
  return close(merged, merged.failures.length === 0 ? 0 : first.code);
}

function close(outcome: TestOutcome | undefined, code: number): number {
  console.log(outcome === undefined ? '0 passed, 1 failed' : toClosingLine(outcome));
  return code;
}

function toLine(directory: string): (failure: TestFailure) => string {
  return ({ file, name }) => `- ${relative(directory, file ?? '')}${name === undefined ? '' : `: ${name}`}`;
}

async function run(values: readonly string[], directory: string): Promise<{ code: number; outcome?: TestOutcome }> {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-tests-'));
  const file = join(folder, 'outcome.json');
  try {
    const child = spawn(process.execPath, [VITEST, 'run', ...values], {
      cwd: directory,
      env: { ...process.env, TEST_OUTCOME: file },
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    const outcome = readOutcome(file);
    return { code: code ?? 1, outcome };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined when vitest did not get as far as that. */
function readOutcome(file: string): TestOutcome | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestOutcome;
  } catch {
    return undefined;
  }
}
