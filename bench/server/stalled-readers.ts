import { Child, type Usage } from './child.ts';
import { RawConnection } from './raw-connection.ts';
import type { Address } from './throughput.ts';

const TASK = 'a-long-one';
const ENTRIES = 100;
const ENTRY_BYTES = 480_000;
/** For how long another caller is watched. */
const WATCH_MS = 4_000;
/** What happens in the task meanwhile. */
const NEWS = { taskId: TASK, entries: 50, bytes: 20_000 };

export type Stalled = { grownBytes: number; alone: Waits; opening: Waits; beside: Waits };
/** What another caller waits for an answer, in milliseconds. */
export type Waits = { mean: number; worst: number };

/** What readers cost that take nothing: while they come, and while the task goes on that they should read. */
export async function stalledReaders(server: Child, address: Address, readers: number): Promise<Stalled> {
  await using clients = new Child('./stalled-clients.ts');
  await post(address);
  await server.ask('append', { taskId: TASK, entries: ENTRIES, bytes: ENTRY_BYTES });
  const [alone] = await Promise.all([watch(address), server.ask('append', NEWS)]);
  const before = await server.ask<Usage>('usage');
  // Half of them want the past, and half what happens from now on.
  const paths = Array.from(
    { length: readers },
    (_, index) => `/tasks/${TASK}/events?follow=1${index % 2 === 0 ? '' : '&after=999999999'}`,
  );
  const [opening] = await Promise.all([watch(address), clients.ask('open', { address, paths })]);
  // Until the buffers of the system are full, they do take something.
  await server.ask('append', { ...NEWS, entries: 400 });
  await calm(server);
  const [beside] = await Promise.all([watch(address), server.ask('append', NEWS)]);
  const after = await server.ask<Usage>('usage');
  await clients.ask('close');
  return { grownBytes: after.rssBytes - before.rssBytes, alone, opening, beside };
}

/** Resolves when a process has next to nothing to do. */
async function calm(child: Child): Promise<void> {
  for (let spent = Number.POSITIVE_INFINITY; spent > 50_000;) {
    const before = await child.ask<Usage>('usage');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const after = await child.ask<Usage>('usage');
    spent = after.cpuMicroseconds - before.cpuMicroseconds - before.gcMicroseconds;
  }
}

async function watch({ url, token }: Address): Promise<Waits> {
  using connection = await RawConnection.open(url);
  const waits: number[] = [];
  for (const end = performance.now() + WATCH_MS; performance.now() < end;) {
    const start = performance.now();
    await connection.request('GET', '/whoami', { Authorization: `Bearer ${token}` });
    waits.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { mean: waits.reduce((sum, wait) => sum + wait, 0) / waits.length, worst: Math.max(...waits) };
}

async function post({ url, token }: Address): Promise<void> {
  const answer = await fetch(`${url}/message`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ body: 'go', task_id: TASK }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}
