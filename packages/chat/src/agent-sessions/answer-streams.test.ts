import { describe, expect, test } from 'vitest';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { CollectingConnection } from './__fixtures__/collecting-connection.ts';
import { AnswerStreams } from './answer-streams.ts';
import { AnswerLog } from './answer-log.ts';
import { foldChunks } from './fold-chunks.ts';

const session = { owner: { role: 'user', id: 'alice' }, id: 's', conversation: 'c' } as const;
const place = { session, place: 2, id: 'm', role: 'assistant' } as const;
const staying = new AbortController().signal;
const delta = (text: string): UIChunk => ({ type: 'text-delta', id: 't', delta: text });
const start: UIChunk[] = [
  { type: 'start', messageId: 'm' },
  { type: 'text-start', id: 't' },
];
const end: UIChunk[] = [{ type: 'text-end', id: 't' }, { type: 'finish' }];

function openStreams(writing: AnswerLog) {
  const errors: unknown[] = [];
  const streams = new AnswerStreams((error) => errors.push(error));
  const join = (leaving = staying, seen = 0): CollectingConnection => {
    const connection = new CollectingConnection();
    void streams.read({ place, writing, hasPlaces: true }, { connection, leaving, seen });
    return connection;
  };
  return { join, errors };
}

describe('readers of an answer', () => {
  test('readers get words before they are written, and the rest with its write', async () => {
    const log = new AnswerLog();
    const { join } = openStreams(log);
    const reader = join();
    log.append(start);
    log.tell([delta('One ')]);
    await expect.poll(() => reader.text).toContain('id: 1/4/t\n');
    log.append([delta('One two')]);
    await expect.poll(() => reader.text).toContain('id: 2/7/t\n');
    const late = join();
    log.append(end);
    for (const { done } of [reader, late]) expect(await done).toBe('ended');
    expect(reader.chunks.filter(({ type }) => type === 'text-delta')).toEqual([delta('One '), delta('two')]);
    expect(foldChunks(late.chunks)).toEqual(foldChunks(reader.chunks));
  });

  test('readers get the past from the store when it is no longer in memory', async () => {
    const stored: UIChunk[][] = [];
    const log = new AnswerLog(async ({ after, limit }) => stored.slice(after, after + limit));
    const write = (chunks: UIChunk[]): void => {
      stored.push(chunks);
      log.append(chunks);
    };
    write(start);
    for (let count = 0; count < 100; count += 1) write([delta(`${count} `)]);
    const reader = openStreams(log).join();
    write(end);
    expect(await reader.done).toBe('ended');
    expect(foldChunks(reader.chunks)).toEqual(foldChunks(stored.flat()));
  });

  test('the streams of readers end while the run pauses, and continue after what they have', async () => {
    const log = new AnswerLog();
    const { join } = openStreams(log);
    const first = join();
    log.append(start);
    const rest: UIChunk = { type: 'finish', finishReason: 'tool-calls' };
    log.pause(rest);
    expect(await first.done).toBe('ended');
    const meanwhile = join();
    expect(await meanwhile.done).toBe('ended');
    for (const { chunks } of [first, meanwhile]) expect(chunks).toEqual([...start, rest]);
    const seen = log.head;
    log.proceed();
    log.append([delta('on')]);
    const second = join(staying, seen);
    log.append(end);
    expect(await second.done).toBe('ended');
    expect(second.chunks).toEqual([start[0], delta('on'), ...end]);
  });

  test('readers see the end when it is released, and transient chunks only while they watch', async () => {
    const log = new AnswerLog();
    const { join } = openStreams(log);
    const passing: UIChunk = { type: 'data-notice', data: 'soon', transient: true };
    const reader = join();
    log.append(start);
    await expect.poll(() => reader.chunks).toHaveLength(2);
    log.tell([passing]);
    await expect.poll(() => reader.chunks).toContainEqual(passing);
    log.hold();
    log.append(end);
    const late = join();
    await expect.poll(() => late.chunks).toEqual(start);
    expect(reader.closed).toBe(false);
    log.release();
    expect([await reader.done, await late.done]).toEqual(['ended', 'ended']);
    expect(late.chunks).toEqual([...start, ...end]);
  });

  test('readers are forgotten when they leave, and cut when nobody writes any more', async () => {
    const log = new AnswerLog();
    const { join, errors } = openStreams(log);
    const leaving = new AbortController();
    const [gone, here] = [join(leaving.signal), join()];
    leaving.abort();
    log.append(start);
    await expect.poll(() => here.chunks).toHaveLength(2);
    log.cut();
    expect(await here.done).toBe('cut');
    expect([gone.text, errors]).toMatchObject(['', [{ code: 'unavailable' }]]);
  });
});
