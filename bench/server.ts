/**
 * What the server costs, measured from outside: it runs in a process of its own, and the load comes from this one.
 *
 *   node bench/server.ts                 everything
 *   node bench/server.ts tasks streams   some of: tasks, streams, idle, stalled, token, start
 *   node bench/server.ts --profile=DIR   also leaves CPU profiles of the server there
 *
 * Agents are functions that answer at once, so that no model time is in the figures. Ratios within one run mean
 * something; absolute numbers depend on the machine, which client and server share.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '../packages/store/src/postgres/__fixtures__/start-postgres.ts';
import { nodeArgs, wanted } from './server/arguments.ts';
import { Child } from './server/child.ts';
import { cpuPerFrame } from './server/cpu-per-frame.ts';
import { firstTokens, median } from './server/first-token.ts';
import { bytesPerIdleStream } from './server/idle-streams.ts';
import { stalledReaders } from './server/stalled-readers.ts';
import { startUps } from './server/start-up.ts';
import { type Address, finishTasks, tasksPerSecond } from './server/throughput.ts';

const FINISHED = 5_000;

/** Everything that is measured on one running server; once when it is new, once after many tasks. */
type Row = { when: string; [figure: string]: string | number };

async function withServer<Result>(
  databaseURL: string,
  work: (server: Child, address: Address) => Promise<Result>,
  env = {},
): Promise<Result> {
  await using server = new Child('./served.ts', { args: [databaseURL], env, nodeArgs });
  return await work(server, await server.ask<Address>('address'));
}

const whens = ['new', `after ${FINISHED} tasks`];

async function measureTasks(store: string, databaseURL: string, aim: number): Promise<Row[]> {
  return await withServer(databaseURL, async (server, address) => {
    const rows: Row[] = [];
    for (const [index, when] of whens.entries()) {
      if (index === 1) await finishTasks(address, FINISHED);
      const row: Row = { when, store };
      for (const inFlight of [1, 10, 100]) {
        const { perSecond, cpuMicroseconds } = await tasksPerSecond(server, address, { inFlight, milliseconds: 3_000 });
        row[`${inFlight} in flight, tasks/s`] = Math.round(perSecond);
        // What a busy machine cannot falsify: how much of a core a task takes.
        row['CPU µs per task'] = Math.round(cpuMicroseconds);
      }
      rows.push({ ...row, 'aim at 100': aim });
    }
    return rows;
  });
}

async function measureStreams(): Promise<Row[]> {
  return await withServer('sqlite::memory:', async (server, address) => {
    const rows: Row[] = [];
    for (const [index, when] of whens.entries()) {
      if (index === 1) await finishTasks(address, FINISHED);
      const { ours, bare, appending } = await cpuPerFrame(server, address);
      rows.push({
        when,
        'µs CPU per frame': ours.toFixed(2),
        'bare node:http, µs': bare.toFixed(2),
        'of which the log, µs': appending.toFixed(2),
        ratio: (ours / bare).toFixed(2),
        aim: '≤ 1.1',
      });
    }
    return rows;
  });
}

async function measureIdle(databaseURL: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, when] of whens.entries()) {
    if (index === 1) await withServer(databaseURL, (_, address) => finishTasks(address, FINISHED));
    // A process of its own each time: one that has shrunk again grows without asking the system for memory.
    const bytes = await withServer(databaseURL, (server, address) => bytesPerIdleStream(server, address, 5_000));
    rows.push({ when, streams: 5_000, 'KB per idle stream': (bytes / 1024).toFixed(1), aim: '≤ 12' });
  }
  return rows;
}

async function measureStalled(databaseURL: () => string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const readers of [10, 500]) {
    const { grownBytes, alone, opening, beside } = await withServer(databaseURL(), (server, address) =>
      stalledReaders(server, address, readers),
    );
    rows.push({
      when: `${readers} stalled readers`,
      'MB more': (grownBytes / 1024 ** 2).toFixed(0),
      'aim, MB': '≤ 150',
      'another caller, ms': beside.mean.toFixed(2),
      'without them, ms': alone.mean.toFixed(2),
      ratio: (beside.mean / alone.mean).toFixed(2),
      aim: '≤ 2',
      'while they come, ms': opening.mean.toFixed(2),
      'worst, ms': Math.max(opening.worst, beside.worst).toFixed(0),
    });
  }
  return rows;
}

async function measureToken(): Promise<Row[]> {
  await using model = new Child('./scripted-model.ts');
  const modelAddress = await model.ask<Address>('address');
  const env = { OPENAI_BASE_URL: `${modelAddress.url}/v1`, OPENAI_API_KEY: 'none' };
  return await withServer(
    'sqlite::memory:',
    async (_, address) => {
      const rows: Row[] = [];
      await firstTokens(modelAddress, address, 200);
      for (const [index, when] of whens.entries()) {
        if (index === 1) await finishTasks(address, FINISHED);
        const { direct, served } = await firstTokens(modelAddress, address, 300);
        rows.push({
          when,
          'the model itself, ms p50': median(direct).toFixed(2),
          'through the server, ms p50': median(served).toFixed(2),
          'added, ms': (median(served) - median(direct)).toFixed(2),
          aim: '≤ 3',
        });
      }
      return rows;
    },
    env,
  );
}

async function measureStart(databaseURL: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, when] of whens.entries()) {
    if (index === 1) await withServer(databaseURL, (_, address) => finishTasks(address, FINISHED));
    const { server, empty } = await startUps(databaseURL, 9);
    rows.push({
      when,
      'ms from start to listening, p50': Math.round(median(server)),
      'an empty program, ms': Math.round(median(empty)),
      aim: '≤ 500',
    });
  }
  return rows;
}

const folder = await mkdtemp(join(tmpdir(), 'posthouse-bench-'));
try {
  if (wanted('tasks')) {
    await using postgres = await PostgresServer.start({ fsync: true });
    console.log('Tasks that are done at once, over HTTP');
    console.table([
      ...(await measureTasks('memory', 'none', 2_000)),
      ...(await measureTasks('SQLite', `sqlite:${join(folder, 'tasks.db')}`, 1_500)),
      ...(await measureTasks('PostgreSQL', postgres.url(await postgres.newDatabase()), 800)),
    ]);
  }
  if (wanted('streams')) {
    console.log('Frames of event streams, 300 readers, one frame in a tick');
    console.table(await measureStreams());
  }
  if (wanted('idle')) {
    console.log('Event streams that are open and silent');
    console.table(await measureIdle(`sqlite:${join(folder, 'idle.db')}`));
  }
  if (wanted('stalled')) {
    console.log('Readers that take nothing, of a task with a log of 48 MB that goes on');
    let files = 0;
    console.table(await measureStalled(() => `sqlite:${join(folder, `stalled-${(files += 1)}.db`)}`));
  }
  if (wanted('token')) {
    console.log('The first piece of an answer');
    console.table(await measureToken());
  }
  if (wanted('start')) {
    console.log('Starting');
    console.table(await measureStart(`sqlite:${join(folder, 'start.db')}`));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
