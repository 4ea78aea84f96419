import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@posthouse/store';
import fc from 'fast-check';
import { checkEffects } from './check-effects.ts';
import { checkTask, readWholeTask } from './check-task.ts';
import { readEffects } from './effects-file.ts';
import type { Mortal } from './mortal.ts';
import { OWNER } from './stage.ts';

const KILLS_PER_DATABASE = 10;
const PROGRAM = new URL('./mortal.ts', import.meta.url).pathname;
const SILENCE_MS = 20_000;

/** A process kills itself at a moment of its own work; or one is killed, or two at work together, some time into it. */
type Kill = { moment: number; delay: number } | { milliseconds: number; together: boolean };

const arbitraryKill: fc.Arbitrary<Kill> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ moment: fc.integer({ min: 1, max: 200 }), delay: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ milliseconds: fc.nat(120), together: fc.boolean() }) },
);

/** Runs the program until it is done or killed. Whatever it has to complain about is a failure. */
async function run(mortal: Mortal, kill?: Kill): Promise<'done' | 'killed'> {
  const death = kill !== undefined && 'moment' in kill ? { death: kill } : {};
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify({ ...mortal, ...death })]);
  let output = '';
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  child.stdout.on('data', (data: Buffer) => {
    if (!data.toString().includes('alive') || kill === undefined || !('milliseconds' in kill)) return;
    setTimeout(() => child.kill('SIGKILL'), kill.milliseconds);
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('close', (...end) => resolve(end)),
  );
  if (signal === 'SIGKILL') return 'killed';
  if (code === 0) return 'done';
  throw new Error(`the process ended with ${code}: ${output}`);
}

/** What is wrong with the tasks of a database, and with what was done outside of it. */
async function check({ url, effects: path, ahead }: Mortal): Promise<string[]> {
  const effects = readEffects(path);
  await using store = await openStore(url, { now: () => Date.now() + ahead });
  const tasks = await store.list(OWNER, undefined, 100);
  const problems = tasks.length === 3 ? [] : [`there are ${tasks.length} tasks`];
  for (const { key, taskId } of tasks) {
    const whole = await readWholeTask(store, key);
    const own = effects.filter((effect) => effect.key.includes(`/${taskId}/`));
    problems.push(...checkTask(whole), ...checkEffects(own, whole.entries));
  }
  return problems;
}

/** Kills one process after the other on one database; gives how many were killed, and what is wrong in the end. */
async function killAll(
  url: string,
  folder: string,
  kills: readonly Kill[],
): Promise<{ killed: number; problems: string[] }> {
  const mortal: Mortal = { url, effects: join(folder, 'effects.jsonl'), ahead: 0 };
  await writeFile(mortal.effects, '');
  let killed = 0;
  for (const kill of [...kills, undefined]) {
    mortal.ahead += SILENCE_MS;
    const count = kill !== undefined && 'together' in kill && kill.together ? 2 : 1;
    const ends = await Promise.all(Array.from({ length: count }, () => run(mortal, kill)));
    killed += ends.filter((end) => end === 'killed').length;
    if (ends.includes('done')) break;
  }
  return { killed, problems: await check(mortal) };
}

/**
 * Kills so many processes, two databases at a time, and gives the first thing that is wrong afterwards; undefined when
 * nothing is. `newURL` makes a new database; the folder is there for one that is a file.
 */
export async function killProcesses(
  count: number,
  newURL: (folder: string) => string | Promise<string>,
): Promise<string | undefined> {
  const { seed = 0 } = fc.readConfigureGlobal();
  // Some are done before they die, so more are planned than are needed.
  const kills = fc.sample(arbitraryKill, { seed, numRuns: count * 4 });
  const killSome = async (): Promise<{ killed: number; wrong?: string }> => {
    const plan = kills.splice(0, KILLS_PER_DATABASE);
    const folder = await mkdtemp(join(tmpdir(), 'posthouse-kill-'));
    try {
      const { killed, problems } = await killAll(await newURL(folder), folder, plan);
      if (problems.length === 0) return { killed };
      return { killed, wrong: `TEST_SEED=${seed}, with the kills ${JSON.stringify(plan)}: ${problems.join('; ')}` };
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  for (let killed = 0; killed < count;) {
    const ends = await Promise.all([killSome(), killSome()]);
    const wrong = ends.find((end) => end.wrong !== undefined)?.wrong;
    if (wrong !== undefined) return wrong;
    killed += ends.reduce((sum, end) => sum + end.killed, 0);
  }
  return undefined;
}
