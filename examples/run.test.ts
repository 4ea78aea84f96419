import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_QUESTIONS } from './runner/sample-questions.ts';

const program = fileURLToPath(new URL('run.ts', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-run-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the program as a person would; `until` kills it as soon as its output has that. */
async function run(args: string[], until?: RegExp): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder });
  let output = '';
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    if (until?.test(output) === true) child.kill('SIGKILL');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

// Starting a program takes its time; all of them are started in the full run, and played in one process in every run.
const isFull = process.env.TEST_FULL === '1';
const names = isFull ? Object.keys(SAMPLE_QUESTIONS) : ['support'];
const moments = [/success: /, ...(isFull ? [/nothing is lost/, /supervisor → math/, /answers: /] : [])];

describe.each(names)('the example %s', (name) => {
  test('answers its sample question offline', async () => {
    const { code, output } = await run([name, '--fast', '--database', `${name}.db`]);
    expect(output).toContain('nothing leaves this machine');
    expect(output).toMatch(/answers: |complete: /);
    expect(code).toBe(0);
  });
});

test('the weather and math swarm shows its conversation and its answer', async () => {
  const { output } = await run([
    'example-no-proxy',
    'What is the weather in Rome, and what is 6 * 7?',
    '--database',
    'talk.db',
  ]);
  expect(output).toContain('supervisor → weather  Forecast');
  expect(output).toContain('math runs calculate_expression');
  expect(output).toMatch(/supervisor answers: Rome on [\d-]+: .*\n6 \* 7 = 42/);
});

test.each(moments)('an example killed at %s continues at the next start and finishes', async (moment) => {
  const database = ['--database', `killed-${moment.source.length}.db`];
  const killed = await run(database, moment);
  expect(killed.code).toBeNull();
  const { code, output } = await run(database);
  expect(output).toContain('continues where it was stopped');
  expect(output).toContain('(3 + 4) * 12 = 84');
  expect(code).toBe(0);
});

test('a wrong name gives one sentence with the right ones', async () => {
  const { code, output } = await run(['wether']);
  expect(code).toBe(2);
  expect(output).toBe(`There is no example 'wether'. Choose one of ${Object.keys(SAMPLE_QUESTIONS).join(', ')}.\n`);
});
