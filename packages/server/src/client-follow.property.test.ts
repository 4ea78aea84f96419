import { createClient, isEnd, type MAILClient } from '@posthouse/client';
import { type LogEntry, type MAILFrame, mailFrameWire, toMailFrames } from '@posthouse/protocol';
import type { Office } from '@posthouse/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { busyWriters, PROSE } from './__fixtures__/busy-writers.ts';
import { CuttingProxy, type CuttingProxyOptions } from './__fixtures__/cutting-proxy.ts';
import { quiet } from './logging/quiet.ts';
import { startServer } from './start-server.ts';

const isFull = process.env.TEST_FULL === '1';
const CUTS = isFull ? 1_000 : 50;
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

/** What somebody sees who adds up whatever comes, without a thought for repetitions. */
class Reader {
  readonly frames: MAILFrame[] = [];
  readonly texts = new Map<string, string>();
  readonly problems: string[] = [];

  /** Reads until the stream ends or, where it never does, until the run has ended. */
  async read(frames: AsyncIterable<MAILFrame>): Promise<this> {
    for await (const frame of frames) {
      if (frame.event === 'token') this.#write(frame.data);
      else this.frames.push(frame);
      if (isEnd(frame) && frame.data.status !== 'paused') break;
    }
    return this;
  }

  #write({ agent, turn, attempt, part, offset, delta }: Extract<MAILFrame, { event: 'token' }>['data']): void {
    const place = `${agent}/${turn}/${attempt}/${part}`;
    const known = this.texts.get(place) ?? '';
    if (offset !== known.length) this.problems.push(`${place} goes on at ${offset}, known until ${known.length}`);
    this.texts.set(place, known + delta);
  }
}

/** The frames of a log as a client reads them. */
function toExpected(entries: readonly LogEntry[], taskId: string): MAILFrame[] {
  return entries
    .flatMap((entry) => toMailFrames(entry, { taskId, swarm: SWARM }))
    .map((frame) => mailFrameWire.parse(JSON.parse(JSON.stringify(mailFrameWire.emitTrusted(frame)))).value);
}

async function readLog(office: Office, taskId: string): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const entry of office.follow(taskId)) if (entry.type !== 'token') entries.push(entry);
  return entries;
}

/** A server, a proxy in front of it that cuts, and a client on either side of the proxy. */
async function open(cuts: Pick<CuttingProxyOptions, 'cuts' | 'next'>) {
  await using stack = new AsyncDisposableStack();
  const database = { databaseURL: 'sqlite::memory:', logger: quiet, handleSignals: false };
  const server = stack.use(await startServer(busyWriters(SWARM), { port: 0, ...database }));
  const proxy = stack.use(await CuttingProxy.start({ port: server.port, ...cuts }));
  const token = server.tokens!.user;
  const uncut = createClient({ baseUrl: server.url, token });
  const streams = { firstWaitMs: 1, mostWaitMs: 5 };
  const cut = createClient({ baseUrl: proxy.url, token, retries: 100, streams });
  const { id } = await uncut.whoami();
  const office = server.house.office({ role: 'user', id, token });
  const resources = stack.move();
  return { proxy, uncut, cut, office, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** One task, posted, answered and followed by readers whose connections are cut all the time. */
async function play({ cut, uncut, office }: { cut: MAILClient; uncut: MAILClient; office: Office }): Promise<void> {
  const posted = cut.postMessageStream({ body: 'Write.' }, { tokens: true });
  const { taskId } = posted;
  const poster = new Reader();
  const talk = poster.read(posted).then(() => poster.read(cut.resumeStream(taskId, 'Yes.', { tokens: true })));
  await expect.poll(() => office.task(taskId), { interval: 5, timeout: 20_000 }).toBeDefined();
  const [whole, ...others] = await Promise.all([
    new Reader().read(uncut.follow(taskId, { tokens: true, later: true })),
    talk,
    new Reader().read(cut.follow(taskId, { tokens: true, later: true })),
    new Reader().read(cut.follow(taskId, { later: true })),
  ]);
  // The task has ended, and is read again from its beginning.
  const late = await new Reader().read(cut.follow(taskId, { tokens: true }));

  const entries = await readLog(office, taskId);
  const expected = toExpected(entries, taskId);
  for (const reader of [whole, ...others, late]) {
    expect(reader.frames).toEqual(expected);
    expect(reader.problems).toEqual([]);
    for (const [place, text] of reader.texts) expect(whole.texts.get(place)?.startsWith(text), place).toBe(true);
  }
  expect(whole.texts.size).toBeGreaterThan(5);
  const count = (type: LogEntry['type']) => entries.filter((entry) => entry.type === type).length;
  expect([count('run-started'), count('paused'), count('resumed'), count('run-ended')]).toEqual([1, 1, 1, 1]);
  expect(count('text-abandoned')).toBeGreaterThan(0);
}

test(`a follower who is cut off ${CUTS} times has seen every frame once, and no text twice`, async () => {
  const random = seeded();
  const next = () => ({
    up: random() < 0.2 ? Math.ceil(random() * 900) : Number.POSITIVE_INFINITY,
    down: Math.ceil(random() ** 2 * 15_000),
  });
  await using stage = await open({ cuts: CUTS, next });
  while (stage.proxy.cuts < CUTS) await Promise.all([play(stage), play(stage), play(stage)]);
  expect(stage.proxy.cutRequests).toBeGreaterThan(0);
}, 600_000);

test('a message and its results, sent over connections that are cut, are one message and one result', async () => {
  const random = seeded();
  const cuts = isFull ? 40 : 6;
  const next = () => ({
    up: random() < 0.3 ? Math.ceil(random() * 1_200) : Number.POSITIVE_INFINITY,
    down: Math.ceil(random() * 8_000),
  });
  await using stage = await open({ cuts, next });
  const { cut, office, proxy } = stage;
  const talk = async (): Promise<void> => {
    const { taskId, status } = await cut.postMessage({ body: 'Write.' });
    expect(status).toBe('paused');
    expect(await cut.resume(taskId, 'Yes.')).toMatchObject({ response: PROSE, status: 'complete' });
    const entries = await readLog(office, taskId);
    const count = (type: LogEntry['type']) => entries.filter((entry) => entry.type === type).length;
    expect([count('run-started'), count('paused'), count('resumed'), count('run-ended')]).toEqual([1, 1, 1, 1]);
  };
  while (proxy.cuts < cuts) await Promise.all([talk(), talk(), talk(), talk()]);
}, 600_000);
