import { createClient, isEnd, type MAILClient } from '@posthouse/client';
import {
  type LogEntry,
  type MAILFrame,
  mailFrameWire,
  startTelling,
  type Telling,
  tellRun,
  type ToldQuestion,
  toMailFrames,
} from '@posthouse/protocol';
import type { SwarmInstance } from '@posthouse/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { busyWriters, PROSE } from './__fixtures__/busy-writers.ts';
import { CuttingProxy, type CuttingProxyOptions } from './__fixtures__/cutting-proxy.ts';
import { quiet } from './logging/quiet.ts';
import { startServer } from './start-server.ts';

const isFull = process.env.TEST_FULL === '1';
const CUTS = isFull ? 500 : 50;
const SWARM = 'writers';

/** Numbers from 0 up to 1, the same in every run. */
function seeded(): () => number {
  let state = fc.readConfigureGlobal().seed ?? 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The frames of a stream; of one that never ends, up to the end of the run. */
async function readFrames(frames: AsyncIterable<MAILFrame>): Promise<MAILFrame[]> {
  const seen: MAILFrame[] = [];
  for await (const frame of frames) {
    seen.push(frame);
    if (isEnd(frame) && frame.data.status !== 'paused') break;
  }
  return seen;
}

/** What somebody knows of a run who adds up whatever is told, without a thought for repetitions. */
class Listener {
  readonly tellings: Telling[] = [];
  readonly texts: Record<string, string> = {};
  questions: readonly ToldQuestion[] = [];

  async listen(tellings: AsyncIterable<Telling>): Promise<this> {
    for await (const telling of tellings) this.hear(telling);
    return this;
  }

  hear(telling: Telling): void {
    if (telling.type === 'pause') this.questions = telling.questions;
    // Pieces are cut elsewhere when they come later; what they come to is the same.
    if (telling.type !== 'text') this.tellings.push(telling);
    else this.texts[telling.text.id] = (this.texts[telling.text.id] ?? '') + telling.delta;
  }
}

/** What the log alone tells. */
function toTold(entries: readonly LogEntry[], taskId: string): Listener {
  const listener = new Listener();
  let state = startTelling({ taskId, swarm: SWARM, run: 1 });
  for (const entry of entries) {
    const step = tellRun(state, entry);
    ({ state } = step);
    for (const telling of step.tellings) listener.hear(telling);
  }
  return listener;
}

/** The frames of a log as a client reads them. */
function toExpected(entries: readonly LogEntry[], taskId: string): MAILFrame[] {
  return entries
    .flatMap((entry) => toMailFrames(entry, { taskId, swarm: SWARM }))
    .map((frame) => mailFrameWire.parse(JSON.parse(JSON.stringify(mailFrameWire.emitTrusted(frame)))).value);
}

async function readLog(instance: SwarmInstance, taskId: string): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const entry of instance.follow(taskId)) if (entry.type !== 'token') entries.push(entry);
  return entries;
}

/** A server, a proxy in front of it that cuts, and a client on either side of the proxy. */
async function open(cuts: Pick<CuttingProxyOptions, 'cuts' | 'next'>) {
  await using stack = new AsyncDisposableStack();
  const database = { databaseURL: 'sqlite::memory:', logger: quiet, handleSignals: false };
  const server = stack.use(await startServer(busyWriters(SWARM), { port: 0, ...database }));
  const proxy = stack.use(await CuttingProxy.start({ port: server.port, ...cuts }));
  const token = server.tokens!.user;
  const uncut = createClient({ baseURL: server.url, token });
  const streams = { firstWaitMs: 1, mostWaitMs: 5 };
  const cut = createClient({ baseURL: proxy.url, token, retries: 100, streams });
  const { id } = await uncut.whoami();
  const instance = server.served.instance({ role: 'user', id, token });
  const resources = stack.move();
  return { proxy, uncut, cut, instance, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** One task, posted, answered and followed by readers whose connections are cut all the time. */
async function play({
  cut,
  uncut,
  instance,
}: {
  cut: MAILClient;
  uncut: MAILClient;
  instance: SwarmInstance;
}): Promise<void> {
  const posted = cut.postMessageTellings({ body: 'Write.' });
  const { taskId } = posted;
  const poster = new Listener();
  const talk = poster
    .listen(posted)
    .then(() => poster.listen(cut.resumeTellings(taskId, 'Yes.', { questions: poster.questions })));
  await expect.poll(() => instance.task(taskId), { interval: 5, timeout: 20_000 }).toBeDefined();
  const [uncutFrames, cutFrames] = await Promise.all([
    readFrames(uncut.follow(taskId, { later: true })),
    readFrames(cut.follow(taskId, { later: true })),
    talk,
  ]);
  // The task has ended, and is read again from its beginning.
  const lateFrames = await readFrames(cut.follow(taskId));
  const late = await new Listener().listen(cut.tellings(taskId));

  const entries = await readLog(instance, taskId);
  const expected = toExpected(entries, taskId);
  for (const frames of [uncutFrames, cutFrames, lateFrames]) expect(frames).toEqual(expected);
  const told = toTold(entries, taskId);
  for (const listener of [poster, late]) {
    expect(listener.tellings).toEqual(told.tellings);
    expect(listener.texts).toEqual(told.texts);
  }
  expect(Object.keys(told.texts).length).toBeGreaterThan(5);
  const count = (type: LogEntry['type']) => entries.filter((entry) => entry.type === type).length;
  expect([count('run-started'), count('paused'), count('resumed'), count('run-ended')]).toEqual([1, 1, 1, 1]);
  expect(count('text-abandoned')).toBeGreaterThan(0);
}

test(`a follower who is cut off ${CUTS} times sees every frame once, and no text twice`, async () => {
  const random = seeded();
  const next = () => ({
    up: random() < 0.2 ? Math.ceil(random() * 900) : Number.POSITIVE_INFINITY,
    down: Math.ceil(random() ** 2 * 15_000),
  });
  await using stage = await open({ cuts: CUTS, next });
  while (stage.proxy.cuts < CUTS) await Promise.all([play(stage), play(stage), play(stage)]);
  expect(stage.proxy.cutRequests).toBeGreaterThan(0);
}, 600_000);

test('a message and its results, sent over failing connections, arrive once each', async () => {
  const random = seeded();
  const cuts = isFull ? 40 : 6;
  const next = () => ({
    up: random() < 0.3 ? Math.ceil(random() * 1_200) : Number.POSITIVE_INFINITY,
    down: Math.ceil(random() * 8_000),
  });
  await using stage = await open({ cuts, next });
  const { cut, instance, proxy } = stage;
  const talk = async (): Promise<void> => {
    const { taskId, status } = await cut.postMessage({ body: 'Write.' });
    expect(status).toBe('paused');
    expect(await cut.resume(taskId, 'Yes.')).toMatchObject({ response: PROSE, status: 'complete' });
    const entries = await readLog(instance, taskId);
    const count = (type: LogEntry['type']) => entries.filter((entry) => entry.type === type).length;
    expect([count('run-started'), count('paused'), count('resumed'), count('run-ended')]).toEqual([1, 1, 1, 1]);
  };
  while (proxy.cuts < cuts) await Promise.all([talk(), talk(), talk(), talk()]);
}, 600_000);
