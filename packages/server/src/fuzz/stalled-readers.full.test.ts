import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { RunningServer } from '../start-options.ts';
import { authorizations, startFuzzServer } from './__fixtures__/fuzz-server.ts';
import { openSocket } from './__fixtures__/raw-exchange.ts';
import type { StalledClients } from './__fixtures__/stalled-clients.ts';

const FULL = process.env.TEST_FULL === '1';
const READERS = FULL ? 500 : 20;
/** What may wait for one reader here, beside what the system keeps for it. */
const STREAM_BYTES = 64 * 1024;
const ENTRY_BYTES = 512 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the process holds, buffers included. */
function memory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function post(server: RunningServer, body: object): Promise<void> {
  const answer = await fetch(`${server.url}/message`, {
    method: 'POST',
    headers: { Authorization: authorizations.user!, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  await answer.text();
}

/** Asks for a stream and never reads a byte of it. */
async function openStalled(server: RunningServer, path: string): Promise<Socket> {
  const socket = await openSocket(server.url);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorizations.user}\r\n\r\n`);
  return socket;
}

async function metric(server: RunningServer, name: string): Promise<number> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: authorizations.admin! } });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text())![1]);
}

async function within(milliseconds: number, check: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(20)) if (await check()) return true;
  return false;
}

test(`${READERS} readers who read nothing cost no memory, are dropped, and delay nobody`, async () => {
  await using server = await startFuzzServer({ streamBytes: STREAM_BYTES, stallMs: 1_000 });
  await post(server, { body: 'hello', task_id: 'busy' });
  await post(server, { body: 'hello', task_id: 'quiet' });
  const atFirst = memory();
  const readers: StalledClients = {
    url: server.url,
    path: '/tasks/busy/events?follow=1',
    authorization: authorizations.user!,
    count: READERS,
  };
  const clients = new Worker(new URL('./__fixtures__/stalled-clients.ts', import.meta.url), { workerData: readers });
  try {
    expect(await within(10_000, async () => (await metric(server, 'posthouse_streams_open')) === READERS)).toBe(true);
    const before = memory();
    let most = 0;
    const text = 'x'.repeat(ENTRY_BYTES);
    const { store } = server.served;
    const task = (await store.find({ swarm: 'desk', role: 'user', id: 'alice' }, 'busy'))!;
    // The system buffers some megabytes for each connection before anybody here notices that nobody reads.
    for (let written = 0; written < 40; written += 1) {
      await store.commit({ task: task.key, entries: [{ run: task.run, type: 'notice', code: 'long', text }] });
      await sleep(2);
      if (written % 4 === 0) most = Math.max(most, memory() - before);
    }
    const dropped = async (): Promise<number> => metric(server, 'posthouse_readers_dropped_total');
    expect(await within(30_000, async () => (await dropped()) === READERS)).toBe(true);
    expect(await metric(server, 'posthouse_streams_open')).toBe(0);
    // Frames are made once for all who read them, so that those who wait cost little more than their places.
    expect(most).toBeLessThan(15e6);
    expect(memory() - atFirst).toBeLessThan(10e6);
    await post(server, { body: 'still there?', task_id: 'quiet' });
  } finally {
    await clients.terminate();
  }
}, 120_000);

test('a dropped reader comes back with its last id and misses nothing', async () => {
  await using server = await startFuzzServer({ streamBytes: STREAM_BYTES, stallMs: 1_000 });
  await post(server, { body: 'hello', task_id: 'busy' });
  const { store } = server.served;
  const task = (await store.find({ swarm: 'desk', role: 'user', id: 'alice' }, 'busy'))!;
  const socket = await openStalled(server, '/tasks/busy/events?follow=1');
  expect(await within(5_000, async () => (await metric(server, 'posthouse_streams_open')) === 1)).toBe(true);
  const text = 'x'.repeat(ENTRY_BYTES);
  for (let written = 0; written < 40; written += 1) {
    await store.commit({ task: task.key, entries: [{ run: task.run, type: 'notice', code: 'long', text }] });
  }
  const isDropped = async (): Promise<boolean> => (await metric(server, 'posthouse_readers_dropped_total')) === 1;
  expect(await within(30_000, isDropped)).toBe(true);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  const seen = idsOf(received);
  const answer = await fetch(`${server.url}/tasks/busy/events`, {
    headers: { Authorization: authorizations.user!, 'Last-Event-ID': String(seen.at(-1) ?? 0) },
  });
  const rest = idsOf(await answer.text());
  const whole = await fetch(`${server.url}/tasks/busy/events`, { headers: { Authorization: authorizations.user! } });
  expect([...seen, ...rest]).toEqual(idsOf(await whole.text()));
});

/** The ids of the frames that came whole. */
function idsOf(text: string): number[] {
  const whole = text.slice(0, text.lastIndexOf('\r\n\r\n'));
  return [...whole.matchAll(/(?:^|\r\n)id: (\d+)\r\nevent: \w+\r\ndata: .*/g)].map(([, id]) => Number(id));
}
