import type { LogEntry, RunEvent } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { clerks } from '../__fixtures__/clerks.ts';
import { until } from '../__fixtures__/until.ts';
import { writers, writing } from '../__fixtures__/writers.ts';
import { quiet } from '../logging/quiet.ts';
import { ServedSwarms } from '../served-swarms.ts';
import { toPeerEncoding, toPeerWish } from './peer-encoding.ts';
import { StreamHub, type StreamHubOptions } from './stream-hub.ts';

const END = 'event: end\r\ndata: {}\r\n\r\n';

async function openHub(swarm = clerks(), options: Partial<StreamHubOptions> = {}) {
  const store = await openStore('sqlite::memory:');
  const served = await ServedSwarms.open({ store, swarms: [swarm], logger: quiet });
  const instance = served.instance({ role: 'user', id: 'alice', token: 'alice' });
  let dropped = 0;
  const observer = { opened: () => undefined, closed: () => undefined, dropped: () => void (dropped += 1) };
  const hub = new StreamHub({ engine: served.engine, logger: quiet, observer, ...options });
  const dispose = async (): Promise<void> => {
    await served.drain(0);
    await store[Symbol.asyncDispose]();
  };
  /** The stream of a task, as a peer reads it from a place on. */
  const follow = async (taskId: string, after = 0): Promise<Response> => {
    const task = (await instance.task(taskId))!;
    const speech = { encoding: toPeerEncoding(task), wish: toPeerWish(task) };
    return new Response(hub.read({ task, after }, speech));
  };
  const log = async (taskId: string): Promise<LogEntry[]> => {
    const { key } = (await instance.task(taskId))!;
    return (await store.read(key, 0, 1_000)).entries;
  };
  return { instance, served, hub, follow, log, dropped: () => dropped, [Symbol.asyncDispose]: dispose };
}

const framesOf = (text: string): string[] => text.split(/(?<=\r\n\r\n)/).filter((frame) => frame !== ': ping\r\n\r\n');
const toFrame = (entry: LogEntry): string =>
  `id: ${entry.seq}\r\nevent: entry\r\ndata: ${JSON.stringify(entry)}\r\n\r\n`;
const isText = (frame: string): boolean => frame.startsWith('event: token\r\n');

describe('the log stream for a peer', () => {
  test('sends entries as they are with their places, text as it is written without, and a final event', async () => {
    await using stage = await openHub(writers(writing('Größer … '.repeat(10))));
    const { taskId } = await stage.instance.submit({ body: 'go' });
    const frames = framesOf(await (await stage.follow(taskId)).text());
    expect(frames.filter((frame) => !isText(frame))).toEqual([...(await stage.log(taskId)).map(toFrame), END]);
    const texts = frames
      .filter(isText)
      .map((frame) => JSON.parse(frame.split('\r\n')[1]!.slice(6)) as { delta: string });
    expect(texts.map(({ delta }) => delta).join('')).toBe('Größer … '.repeat(10));
    const late = framesOf(await (await stage.follow(taskId, 2)).text());
    expect(late).toEqual([...(await stage.log(taskId)).slice(2).map(toFrame), END]);
  });

  test('stays open while a run waits for somebody, and tells what comes of it', async () => {
    await using stage = await openHub();
    const submitted = await stage.instance.submit({ body: 'ask why' });
    const { taskId } = submitted;
    const reading = (await stage.follow(taskId)).text();
    const { calls } = await stage.instance.answer(submitted);
    const again = (await stage.follow(taskId)).text();
    await stage.instance.resume(taskId, [{ callId: calls![0]!.callId, content: 'because' }]);
    const [early, late] = await Promise.all([reading, again]);
    const frames = [...(await stage.log(taskId)).map(toFrame), END];
    expect(framesOf(early)).toEqual(frames);
    expect(framesOf(late)).toEqual(frames);
  });

  test('the log is read once for all readers, and released when they leave', async () => {
    await using stage = await openHub();
    const { taskId } = await stage.instance.submit({ body: 'hang' });
    const streams = await Promise.all([1, 2, 3].map(() => stage.follow(taskId)));
    await until(() => stage.hub.load.feeds === 1);
    expect(stage.hub.load).toEqual({ streams: 3, feeds: 1 });
    await Promise.all(streams.map((stream) => stream.body!.cancel()));
    expect(stage.hub.load).toEqual({ streams: 0, feeds: 0 });
  });

  test('breaks without the final event when the process stops', async () => {
    await using stage = await openHub();
    const { taskId } = await stage.instance.submit({ body: 'hang' });
    const reading = (await stage.follow(taskId)).text();
    await until(() => stage.hub.load.feeds === 1);
    const [read] = await Promise.allSettled([reading, stage.served.drain(0)]);
    expect(read.status).toBe('rejected');
  });

  test('a peer that takes nothing is cut off, and misses nothing when it comes back', async () => {
    await using stage = await openHub(clerks(), { pingMs: 30, stallMs: 60 });
    const { taskId } = await stage.instance.submit({ body: 'hello' });
    await stage.instance.answer(await stage.instance.submit({ taskId, body: 'again' }));
    const stalled = await stage.follow(taskId);
    await until(() => stage.dropped() === 1);
    expect(stage.hub.load).toEqual({ streams: 0, feeds: 0 });
    await expect(stalled.text()).rejects.toThrow('did not keep up');
    expect(framesOf(await (await stage.follow(taskId)).text()).at(-1)).toBe(END);
  });

  test('tells a peer nothing about our queue', () => {
    const queued: RunEvent = { type: 'queued', run: 1, place: 2 };
    expect(toPeerEncoding({ key: 'a task' }).encode(undefined, queued).bytes).toBeUndefined();
  });
});
