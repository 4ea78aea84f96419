/**
 * Whether a server gets heavier the longer it serves: two of them, each a process with a file of SQLite, take a mixed load over
 * HTTP (tasks with actions, streams, chats, cancels, deletions, letters to each other) while retention deletes what is
 * seconds old.
 *
 *   node bench/soak.ts               an hour
 *   node bench/soak.ts 120           two minutes; below one minute nothing is judged
 *
 * Heap, file and everything else in the table have to be in the last quarter what they were in the second one. Nothing here
 * depends on how fast the machine is.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from './server/child.ts';
import { Load } from './soak/load.ts';
import { type Column, judge, type Reading, TOLERANCES } from './soak/reading.ts';

const SECONDS = Number(process.argv[2] ?? 3_600);
const MIN_SECONDS_TO_JUDGE = 60;
const READINGS = Math.min(120, SECONDS);

const folder = await mkdtemp(join(tmpdir(), 'posthouse-soak-'));
const model = new Child('../soak/model.ts');
const { url: modelURL } = await model.ask<{ url: string }>('address');
const env = { OPENAI_COMPATIBLE_BASE_URL: `${modelURL}/v1`, OPENAI_COMPATIBLE_API_KEY: 'none' };
const towns = ['alpha', 'beta'].map((name) => ({
  name,
  child: new Child('../soak/served.ts', { args: [name, join(folder, `${name}.db`)], env }),
  readings: [] as Reading[],
}));

/** Makes the two servers known to each other; gives where the first one is. */
async function introduce(): Promise<string> {
  const urls = await Promise.all(towns.map(({ child }) => child.ask<{ url: string }>('address')));
  for (const [index, { name }] of towns.entries()) {
    const other = 1 - index;
    const body = { name: towns[other]!.name, base_url: urls[other]!.url, auth_token: `agent:${name}` };
    const headers = { authorization: 'Bearer admin:root', 'content-type': 'application/json' };
    const response = await fetch(`${urls[index]!.url}/swarms`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${name} does not know the other one: ${await response.text()}`);
  }
  return urls[0]!.url;
}

async function readAll(): Promise<void> {
  await Promise.all(towns.map(async ({ child, readings }) => readings.push(await child.ask<Reading>('read'))));
}

const SIZES = new Set<Column>(['heap', 'rss', 'file', 'used', 'wal']);
const show = (column: Column, value: number): string =>
  SIZES.has(column) ? `${(value / 1024 / 1024).toFixed(1)} MiB` : String(Math.round(value));

/** Whether a server is as heavy as it was. */
function report(name: string, readings: readonly Reading[]): boolean {
  const columns = Object.keys(readings[0]!) as Column[];
  const rows = columns.map((column) => {
    const values = readings.map((reading) => reading[column]);
    const { early, late, isFlat } = judge(values, TOLERANCES[column]);
    const what = { first: show(column, values[0]!), 'second quarter': show(column, early) };
    return {
      what: column,
      ...what,
      'last quarter': show(column, late),
      most: show(column, Math.max(...values)),
      isFlat,
    };
  });
  console.log(`${name}, medians of ${readings.length} readings:`);
  console.table(rows);
  // When it grew says more than how much.
  for (const { what } of rows.filter(({ isFlat }) => !isFlat)) {
    console.log(`${what}: ${readings.map((reading) => show(what, reading[what])).join(', ')}`);
  }
  return rows.every(({ isFlat }) => isFlat);
}

try {
  const url = await introduce();
  const stop = new AbortController();
  const load = new Load(url);
  const working = load.run(stop.signal);
  // Whoever waits for the time to pass hears of a load that failed at once.
  const failed = working.then(() => undefined);
  const everyMs = (SECONDS * 1000) / READINGS;
  for (let count = 0; count < READINGS; count += 1) {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, everyMs)), failed]);
    await readAll();
  }
  stop.abort();
  await working;
  console.log(
    `done in ${SECONDS} s: ${Object.entries(load.done)
      .map(([kind, times]) => `${times} ${kind} (slowest ${((load.slowest[kind] ?? 0) / 1000).toFixed(1)} s)`)
      .join(', ')}`,
  );
  const isFlat = towns.map(({ name, readings }) => report(name, readings)).every(Boolean);
  if (SECONDS < MIN_SECONDS_TO_JUDGE) console.log('too short to say whether anything grows');
  else {
    console.log(isFlat ? 'flat' : 'something grows');
    if (!isFlat) process.exitCode = 1;
  }
} finally {
  await Promise.all([model, ...towns.map(({ child }) => child)].map((child) => child[Symbol.asyncDispose]()));
  await rm(folder, { recursive: true, force: true });
}
