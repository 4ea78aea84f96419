/**
 * Whether one caller with many tasks keeps another one waiting: one posts 800 at once, the other posts one at a time.
 *
 *   node bench/fairness.ts
 *
 * Server, model and load are a process each. The model thinks for as long as small models do. Ratios within one run mean
 * something; absolute numbers depend on the machine.
 */
import { Child } from './server/child.ts';
import { median } from './server/first-token.ts';
import type { Address } from './server/throughput.ts';

const TASKS = 800;
const SINGLE = 15;
const THINKS_MS = 400;
const MAX_RATIO = 2;

await using model = new Child('./scripted-model.ts', { args: [String(THINKS_MS)] });
const { url: modelURL } = await model.ask<Address>('address');
await using server = new Child('./served.ts', {
  args: ['sqlite::memory:'],
  env: { OPENAI_BASE_URL: `${modelURL}/v1`, OPENAI_API_KEY: 'none' },
});
const { url, token } = await server.ask<Address>('address');

/** Posts a message and waits for the whole answer; gives how long that took. */
async function post(as: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${url}/message`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${as}` },
    body: JSON.stringify({ body: 'hello', swarm: 'speaking' }),
  });
  const { status } = (await response.json()) as { status?: string };
  if (status !== 'complete') throw new Error(`a task came to ${response.status} ${String(status)}`);
  return performance.now() - started;
}

async function postOneByOne(as: string): Promise<number[]> {
  const times: number[] = [];
  while (times.length < SINGLE) times.push(await post(as));
  return times;
}

const other = `${token}-other`;
for (let warm = 0; warm < 5; warm += 1) await post(other);
const idle = await postOneByOne(other);

const started = performance.now();
const many = { done: 0 };
const load = Promise.all(Array.from({ length: TASKS }, () => post(token).then(() => (many.done += 1))));
// The one comes when the many are there: some have been answered, the others wait.
while (many.done < 20) await new Promise((resolve) => setTimeout(resolve, 5));
const beside = await postOneByOne(other);
const left = TASKS - many.done;
await load;
const seconds = (performance.now() - started) / 1000;

const row = (who: string, times: readonly number[]) => ({
  who,
  'median, ms': Math.round(median(times)),
  'slowest, ms': Math.round(Math.max(...times)),
});
const ratio = median(beside) / median(idle);
console.log(
  `One task at a time, alone and beside a caller with ${TASKS} tasks (${left} of them still open at the end)`,
);
console.table([row('alone', idle), row(`beside ${TASKS} tasks`, beside)]);
console.log(`ratio of the medians ${ratio.toFixed(2)}, aim ≤ ${MAX_RATIO}; all ${TASKS} took ${seconds.toFixed(1)} s`);
if (ratio > MAX_RATIO || left === 0) process.exitCode = 1;
