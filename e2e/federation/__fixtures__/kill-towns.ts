import { join } from 'node:path';
import { formatInstance } from '@posthouse/protocol';
import fc from 'fast-check';
import { checkEffects } from '../../../packages/runtime/src/__fixtures__/check-effects.ts';
import type { Death } from '../../../packages/runtime/src/__fixtures__/deadline.ts';
import { readEffects } from '../../../packages/runtime/src/__fixtures__/effects-file.ts';
import { Country, type CountryOptions } from './country.ts';
import { errandBoss } from './errands.ts';
import { LateQuestions } from './late-questions.ts';
import { People } from './people.ts';
import type { Town } from './town.ts';

/** A server kills itself at a moment of its own work, or is killed some time after it was up. */
type Kill = Death | { milliseconds: number };

const moment = (min: number, max: number): fc.Arbitrary<Death> =>
  fc.record({ moment: fc.noBias(fc.integer({ min, max })), delay: fc.nat(3) });
const arbitraryKill: fc.Arbitrary<Kill> = fc.oneof(
  // While it takes up what the one before it has left, and in the middle of everything.
  { weight: 1, arbitrary: moment(1, 40) },
  { weight: 4, arbitrary: moment(40, 300) },
  { weight: 1, arbitrary: fc.record({ milliseconds: fc.noBias(fc.nat(400)) }) },
);

const PEOPLE = 10;
/** Longer than it can take on a busy machine, for each kill and for the rest; and no longer than a test may take. */
const KILL_MS = 30_000;
const REST_MS = 120_000;
const MAX_WAIT_MS = 1_000_000;

export type KillOptions = Pick<CountryOptions, 'newURL'> & {
  /** How many servers are killed, one half in each town. */
  kills: number;
};

export type Killed = {
  /** Whatever is wrong afterwards, a sentence each. */
  problems: string[];
  /** How many tasks were worked on. */
  tasks: number;
  /** How many runs were started by a letter that came when another one was about to end. */
  lateRuns: number;
};

/**
 * Two servers with many tasks between them, each of which is killed again and again and started on the same data. When
 * all has come to rest, looks at both databases and at what was done outside of them.
 */
export async function killTowns({ kills, newURL }: KillOptions): Promise<Killed> {
  const { seed = 0 } = fc.readConfigureGlobal();
  const plan = fc.sample(arbitraryKill, { seed, numRuns: kills });
  await using country = await Country.found(['alpha', 'beta'], newURL === undefined ? {} : { newURL });
  const towns = [...country.towns.values()];
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(Math.min(kills * KILL_MS + REST_MS, MAX_WAIT_MS))]);
  const late = new LateQuestions(signal);
  const bossOf = (town: string, other: string) => errandBoss(country.town(town), other, late);
  country.plot = { alpha: bossOf('alpha', 'beta'), beta: bossOf('beta', 'alpha') };
  const people = new People(towns, signal);
  const problems: string[] = [];
  try {
    let isEnough = false;
    const living = people.live(PEOPLE, () => isEnough);
    const dying = towns.map(async (town, index) => {
      const own = plan.filter((_, each) => each % 2 === index);
      await dieAgainAndAgain(town, own);
    });
    await Promise.race([living, Promise.all(dying)]);
    isEnough = true;
    await living;
    await Promise.all(dying);
    // Among all the deaths it is left to chance whether a question comes too late to be read; now it is not.
    await people.sendAll('late');
  } catch (error) {
    if (!signal.aborted) throw error;
    problems.push('some errands have not come to an end in time');
  } finally {
    // Whatever went wrong, nobody goes on asking.
    over.abort();
  }
  problems.push(...people.complaints, ...(await country.settle()), ...(await checkDeeds(country, people)));
  return {
    problems: problems.map((problem) => `TEST_SEED=${seed}: ${problem}`),
    tasks: people.accepted.length,
    lateRuns: await countLateRuns(country),
  };
}

/** Runs that were started by a letter which had come in the run before. */
async function countLateRuns(country: Country): Promise<number> {
  let count = 0;
  for (const { server, task } of await country.tasks()) {
    if (task.owner.role !== 'swarm') continue;
    const { entries } = await server.store.read(task.key, 0, 100_000);
    const runs = new Map(entries.flatMap((entry) => (entry.type === 'message' ? [[entry.message.id, entry.run]] : [])));
    count += entries.filter(
      (entry) => entry.type === 'run-started' && entry.messages?.some((id) => (runs.get(id) ?? 0) < entry.run),
    ).length;
  }
  return count;
}

/** Kills a town in every way of the plan, and lets it live in the end. */
async function dieAgainAndAgain(town: Town, plan: readonly Kill[]): Promise<void> {
  await town.kill();
  for (const kill of plan) {
    if ('moment' in kill) {
      await town.start(kill);
      await town.ended;
    } else {
      await town.start();
      await new Promise((resolve) => setTimeout(resolve, kill.milliseconds));
      await town.kill();
    }
  }
  await town.start();
}

/** What was done for people, and outside of the databases. */
async function checkDeeds(country: Country, people: People): Promise<string[]> {
  const problems: string[] = [];
  const tasks = await country.tasks();
  for (const { town, taskId } of people.accepted) {
    const own = tasks.filter(({ server, task }) => server.name === town && task.taskId === taskId);
    const runs = own.filter(({ task }) => task.owner.role === 'user').map(({ task }) => task.run);
    if (runs.join() !== '1') problems.push(`${taskId} of ${town} has the runs ${runs.join(', ') || 'of nobody'}`);
  }
  for (const town of country.towns.values()) {
    const effects = readEffects(join(country.folder, `${town.name}.jsonl`));
    for (const { task } of tasks.filter(({ server }) => server === town)) {
      const prefix = `${formatInstance(task.owner)}/${task.taskId}/`;
      const own = effects.filter(({ key }) => key.startsWith(prefix));
      const { entries } = await town.store.read(task.key, 0, 100_000);
      problems.push(...checkEffects(own, entries).map((problem) => `${prefix}: ${problem}`));
    }
    problems.push(...town.complaints.filter((line) => line.includes('"level":"error"')));
  }
  return problems;
}
