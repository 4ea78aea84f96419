import { Backlog } from '@posthouse/chat';
import type { TokenEvent } from '@posthouse/runtime';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { clerks } from '../__fixtures__/clerks.ts';
import { FrameReader, readFrames, toFrames } from '../__fixtures__/read-frames.ts';
import { until } from '../__fixtures__/until.ts';
import { writers, writing } from '../__fixtures__/writers.ts';
import { ServedSwarms } from '../served-swarms.ts';
import { quiet } from '../logging/quiet.ts';
import { StreamHub, type StreamHubOptions } from './stream-hub.ts';

const alice = { role: 'user', id: 'alice', token: 'alice' } as const;
const full = process.env.TEST_FULL === '1';

/** Served swarms with a hub of streams, and counts of everything that listens to it. */
async function openHub(swarms = [clerks()], options: Partial<StreamHubOptions> = {}) {
  const store = await openStore('sqlite::memory:');
  const served = await ServedSwarms.open({ store, swarms, logger: quiet });
  const instance = served.instance(alice);
  const counts = { listening: 0, dropped: 0, opened: 0, closed: 0 };
  const { changes, live } = served.engine;
  const counted = (stop: () => void): (() => void) => {
    counts.listening += 1;
    return () => {
      counts.listening -= 1;
      stop();
    };
  };
  const [listen, subscribe] = [changes.listen.bind(changes), live.subscribe.bind(live)];
  changes.listen = (...given) => counted(listen(...given));
  live.subscribe = (...given) => counted(subscribe(...given));
  const hub = new StreamHub({
    engine: served.engine,
    logger: quiet,
    observer: {
      opened: () => void (counts.opened += 1),
      closed: () => void (counts.closed += 1),
      dropped: () => void (counts.dropped += 1),
    },
    ...options,
  });
  const dispose = async (): Promise<void> => {
    await served.drain(0);
    await store[Symbol.asyncDispose]();
  };
  return { hub, served, instance, store, counts, [Symbol.asyncDispose]: dispose };
}

type HubStage = Awaited<ReturnType<typeof openHub>>;

async function submit({ instance }: HubStage, body: string, taskId?: string) {
  const submitted = await instance.submit({ body, ...(taskId === undefined ? {} : { taskId }) });
  return { submitted, task: (await instance.task(submitted.taskId))! };
}

const open = (stage: HubStage, stream: Parameters<StreamHub['open']>[0]) => new Response(stage.hub.open(stream));
const names = (frames: readonly { event: string }[]) => frames.map((frame) => frame.event);

/** What a reader has on its screen: text by part, given up where the log says so. */
function textOf(frames: readonly { event: string; data: unknown }[]): string {
  let text = '';
  for (const { event, data } of frames) {
    if (event !== 'token') continue;
    const { kind, offset, delta } = data as TokenEvent;
    if (kind === 'answer') text = text.slice(0, offset) + delta;
  }
  return text;
}

describe('StreamHub', () => {
  test('ends a stream with its run, and leaves no listeners', async () => {
    await using stage = await openHub();
    const { submitted, task } = await submit(stage, 'hello');
    const frames = await readFrames(open(stage, { task, submitted, after: submitted.after }));
    expect(names(frames).at(-1)).toBe('task_complete');
    expect(stage.hub.load).toEqual({ streams: 0, feeds: 0 });
    await until(() => stage.counts.listening === 0);
    expect(stage.counts).toMatchObject({ opened: 1, closed: 1, dropped: 0 });
  });

  test('stops listening when the reader leaves, and the run continues', async () => {
    await using stage = await openHub();
    const { submitted, task } = await submit(stage, 'wait 150');
    const reader = new FrameReader(open(stage, { task, submitted, after: submitted.after, tokens: true }));
    await reader.until('new_message');
    await reader.cancel();
    expect(stage.hub.load).toEqual({ streams: 0, feeds: 0 });
    expect((await stage.instance.answer(submitted)).response).toBe('waited 150');
    await until(() => stage.counts.listening === 0);
  });

  test('reads a task once for all its readers, and each gets every frame', async () => {
    await using stage = await openHub();
    const { submitted, task } = await submit(stage, 'wait 100');
    const streams = Array.from({ length: 50 }, () => open(stage, { task, submitted, after: submitted.after }));
    await until(() => stage.hub.load.feeds === 1);
    expect(stage.hub.load).toEqual({ streams: 50, feeds: 1 });
    const texts = await Promise.all(streams.map((stream) => stream.text()));
    expect(new Set(texts).size).toBe(1);
    expect(names(toFrames(texts[0]!)).at(-1)).toBe('task_complete');
    await until(() => stage.counts.listening === 0);
  });

  test('text comes in frames of at most 4 KB, however much of it a model writes at once', async () => {
    const text = '語'.repeat(20_000);

    await using stage = await openHub([writers(writing(text, { chunkSize: 9_000, delayMs: 50 }))]);
    const { submitted, task } = await submit(stage, 'go');
    const live = await open(stage, { task, submitted, after: submitted.after, tokens: true }).text();
    const now = (await stage.instance.task(task.taskId))!;
    const late = await open(stage, { task: now, submitted, after: submitted.after, tokens: true }).text();
    for (const told of [live, late]) {
      const frames = told.split('\r\n\r\n').filter((frame) => frame.startsWith('event: token\r\n'));
      expect(frames.length).toBeGreaterThan(15);
      expect(Math.max(...frames.map((frame) => Buffer.byteLength(frame)))).toBeLessThanOrEqual(4_096);
      expect(textOf(toFrames(told))).toBe(text);
    }
  });

  test('the store is not read while nothing happens', async () => {
    await using stage = await openHub();
    const { submitted, task } = await submit(stage, 'hang');
    const reader = new FrameReader(open(stage, { task, submitted, after: submitted.after, tokens: true }));
    await reader.until('new_message');
    let reads = 0;
    const read = stage.store.read.bind(stage.store);
    stage.store.read = (...given) => ((reads += 1), read(...given));
    // What was written last is looked at once more; after that nobody looks.
    const isQuiet = async (): Promise<boolean> => {
      reads = 0;
      await new Promise((resolve) => setTimeout(resolve, 350));
      return reads === 0;
    };
    await expect(until(isQuiet)).resolves.toBeUndefined();
    await reader.cancel();
  });

  test('ends a stream at its timeout, and says that the task continues', async () => {
    await using stage = await openHub();
    const { submitted, task } = await submit(stage, 'wait 300');
    const frames = await readFrames(open(stage, { task, submitted, after: submitted.after, timeoutMs: 30 }));
    expect(frames.at(-1)).toMatchObject({
      event: 'task_error',
      data: { response: 'The task timed out.', code: 'task_timeout' },
    });
    expect(frames.at(-1)).not.toHaveProperty('id');
    expect((await stage.instance.answer(submitted)).status).toBe('complete');
  });

  test('pings while nothing happens, and continues afterwards', async () => {
    await using stage = await openHub([clerks()], { pingMs: 40 });
    const { submitted, task } = await submit(stage, 'hang');
    const reader = new FrameReader(open(stage, { task, submitted, after: submitted.after }));
    const first = (await reader.until('ping'))!;
    await reader.until('ping');
    expect(Object.keys(first.data)).toEqual(['timestamp', 'task_id']);
    expect(first).not.toHaveProperty('id');
    await stage.instance.cancel(task.taskId);
    expect((await reader.rest()).at(-1)).toMatchObject({ event: 'task_error', data: { status: 'cancelled' } });
  });

  test('announces a shutdown, after which the stream can be continued elsewhere', async () => {
    await using stage = await openHub();
    const { submitted, task } = await submit(stage, 'hang');
    const reader = new FrameReader(open(stage, { task, submitted, after: submitted.after }));
    await reader.until('new_message');
    await stage.served.drain(0);
    expect((await reader.rest()).at(-1)).toMatchObject({ event: 'shutdown_requested' });
    expect(stage.hub.load).toEqual({ streams: 0, feeds: 0 });
  });

  test('cuts a stream when the log cannot be read, instead of ending it', async () => {
    await using stage = await openHub();
    const { submitted, task } = await submit(stage, 'wait 50');
    stage.store.read = () => Promise.reject(new Error('the disk is gone'));
    await expect(open(stage, { task, submitted, after: submitted.after }).text()).rejects.toThrow('the stream was cut');
    expect(stage.hub.load).toEqual({ streams: 0, feeds: 0 });
  });
});

describe('a reader that does not keep up', () => {
  test('a reader that takes nothing is dropped, costs nothing more, and comes back where it was', async () => {
    const text = 'All work and no play makes a dull text. '.repeat(2_000);
    await using stage = await openHub([clerks()], { streamBytes: 20_000, stallMs: 100, pingMs: 100 });
    const { submitted } = await submit(stage, text, 'long');
    await stage.instance.answer(submitted);
    const task = (await stage.instance.task('long'))!;
    const stalled = stage.hub.open({ task, after: 0, follow: true });
    await until(() => stage.counts.dropped === 1);
    expect(stage.counts).toMatchObject({ dropped: 1, closed: 1 });
    expect(stage.hub.load).toEqual({ streams: 0, feeds: 0 });
    await expect(stalled.getReader().read()).rejects.toThrow('did not keep up');
    const frames = await readFrames(open(stage, { task, after: 2 }));
    // The third entry is the text of the answer, which MAIL shows as tokens.
    expect(frames[0]).toMatchObject({ id: '4' });
    expect(frames.at(-1)!.data.response).toBe(`you said: ${text}`);
  });

  test('shares little waiting memory with others like it, and all are dropped', async () => {
    const readers = full ? 500 : 100;
    const text = 'x'.repeat(20_000);
    const backlog = new Backlog(64 * 2 ** 20);
    await using stage = await openHub([clerks()], { streamBytes: 50_000, stallMs: 500, backlog });
    const { task, submitted } = await submit(stage, 'hello', 'busy');
    await stage.instance.answer(submitted);
    const stalled = Array.from({ length: readers }, () => stage.hub.open({ task, after: 0, follow: true }));
    expect(stage.hub.load.streams).toBe(readers);
    let most = 0;
    for (let run = 0; run < 10; run += 1) {
      await stage.instance.answer((await submit(stage, text, 'busy')).submitted);
      most = Math.max(most, backlog.bytes);
    }
    // They wait for the same, which is in memory once.
    expect(most).toBeLessThan(200_000);
    await until(() => stage.counts.dropped === readers);
    expect([stage.hub.load, backlog.bytes]).toEqual([{ streams: 0, feeds: 0 }, 0]);
    expect(stalled).toHaveLength(readers);
  });

  test('reads the log by itself when it falls behind, and gets everything', async () => {
    const text = 'x'.repeat(30_000);
    await using stage = await openHub([clerks()], { streamBytes: 40_000 });
    const { task, submitted } = await submit(stage, 'hello', 'busy');
    const slow = stage.hub.open({ task, after: 0, follow: true }).getReader();
    await stage.instance.answer(submitted);
    for (let run = 0; run < 20; run += 1) {
      await stage.instance.answer((await submit(stage, text, 'busy')).submitted);
    }
    const now = (await stage.instance.task('busy'))!;
    const whole = await open(stage, { task: now, after: 0 }).text();
    let all = '';
    while (all.length < whole.length) {
      const { done, value } = await slow.read();
      if (done) break;
      all += Buffer.from(value).toString();
    }
    expect(all).toBe(whole);
    expect(stage.counts.dropped).toBe(0);
    await slow.cancel();
  });

  test('reads a long past at its own pace without being dropped', async () => {
    const text = 'x'.repeat(30_000);
    await using stage = await openHub([clerks()], { streamBytes: 100_000 });
    const runs = full ? 200 : 30;
    for (let run = 0; run < runs; run += 1) {
      await stage.instance.answer((await submit(stage, text, 'long')).submitted);
    }
    const task = (await stage.instance.task('long'))!;
    const reader = open(stage, { task, after: 0 }).body!.getReader();
    let all = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      all += Buffer.from(value).toString();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { entries } = await stage.store.read(task.key, 0, 10_000);
    expect(toFrames(all).map((frame) => Number(frame.id))).toEqual(
      entries.filter((entry) => entry.type !== 'text-written').map((entry) => entry.seq),
    );
    expect(stage.counts.dropped).toBe(0);
  });
});

describe('text as it is written', () => {
  const text = 'The post leaves at seven, and arrives, if the horses are willing, at nine in the morning.';

  test('text comes without ids, before the entry that records it', async () => {
    await using stage = await openHub([writers(writing(text))]);
    const { submitted, task } = await submit(stage, 'write');
    const frames = await readFrames(open(stage, { task, submitted, after: submitted.after, tokens: true }));
    expect(textOf(frames)).toBe(text);
    expect(names(frames).filter((name) => name === 'token').length).toBeGreaterThan(2);
    expect(names(frames).lastIndexOf('token')).toBeLessThan(names(frames).indexOf('tool_call'));
    expect(frames.filter((frame) => frame.event === 'token').every((frame) => frame.id === undefined)).toBe(true);
  });

  test('text is whole for a reader who joins in the middle', async () => {
    await using stage = await openHub([writers(writing(text, { chunkSize: 3, delayMs: 8 }))]);
    const { submitted, task } = await submit(stage, 'write');
    const first = new FrameReader(open(stage, { task, submitted, after: submitted.after, tokens: true }));
    const later: FrameReader[] = [];
    for (let count = 0; count < 6; count += 1) {
      await first.until('token');
      const now = (await stage.instance.task(submitted.taskId))!;
      later.push(new FrameReader(open(stage, { task: now, after: count % 2 === 0 ? 0 : now.head, tokens: true })));
    }
    expect(textOf(await first.rest())).toBe(text);
    for (const reader of later) expect(textOf(await reader.rest())).toBe(text);
    await until(() => stage.counts.listening === 0);
  });

  test('text is not shown to readers who did not ask for it', async () => {
    await using stage = await openHub([writers(writing(text))]);
    const { submitted, task } = await submit(stage, 'write');
    const frames = await readFrames(open(stage, { task, submitted, after: submitted.after }));
    expect(names(frames)).not.toContain('token');
  });
});

describe('a message that comes too late for its run', () => {
  test('a message that comes too late is answered by the run that reads it, and its stream ends with that one', async () => {
    await using stage = await openHub();
    const first = await submit(stage, 'wait 80', 'busy');
    const second = await submit(stage, 'the second', 'busy');
    expect(second.submitted.run).toBe(first.submitted.run);
    const [one, two] = await Promise.all(
      [first, second].map(({ submitted, task }) =>
        readFrames(open(stage, { task, submitted, after: submitted.after })),
      ),
    );
    expect(one!.filter((frame) => frame.event === 'task_complete').map((frame) => frame.data.response)).toEqual([
      'waited 80',
    ]);
    expect(two!.filter((frame) => frame.event === 'task_complete').map((frame) => frame.data.response)).toEqual([
      'you said: the second',
    ]);
  });
});
