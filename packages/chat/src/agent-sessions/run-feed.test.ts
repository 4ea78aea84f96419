import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { CollectingConnection } from './__fixtures__/collecting-connection.ts';
import { answerChunks } from './__fixtures__/random-chunks.ts';
import { foldChunks } from './fold-chunks.ts';
import { RunFeed } from './run-feed.ts';

const staying = new AbortController().signal;
const delta = (text: string): UIChunk => ({ type: 'text-delta', id: 't', delta: text });
const start: UIChunk[] = [
  { type: 'start', messageId: 'm' },
  { type: 'text-start', id: 't' },
];

function join(feed: RunFeed, leaving = staying): CollectingConnection {
  const connection = new CollectingConnection();
  void feed.read(connection, leaving);
  return connection;
}

describe('those who read a run', () => {
  test('get all of it, whenever they come', async () => {
    await fc.assert(
      fc.asyncProperty(answerChunks, fc.array(fc.nat(), { maxLength: 4 }), async (chunks, places) => {
        const feed = new RunFeed();
        const readers = [join(feed)];
        for (const [index, chunk] of chunks.entries()) {
          feed.publish([chunk]);
          for (const place of places) if (place % chunks.length === index) readers.push(join(feed));
          if (index % 3 === 0) await Promise.resolve();
        }
        feed.end();
        readers.push(join(feed));
        for (const reader of readers) {
          expect(await reader.done).toBe('ended');
          expect(reader.text.endsWith('data: [DONE]\n\n')).toBe(true);
          expect(foldChunks(reader.chunks)).toEqual(foldChunks(chunks));
        }
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 500 : 100 },
    );
  });

  test('are told the past from the store where it is too long for the memory', async () => {
    const stored: UIChunk[][] = [];
    const feed = new RunFeed({ readStored: async ({ after, limit }) => stored.slice(after, after + limit) });
    feed.publish(start);
    stored.push(start);
    for (let size = 0; size < 9 * 2 ** 20; size += 2 ** 20) {
      const chunk = delta('x'.repeat(2 ** 20));
      feed.publish([chunk]);
      stored.push([chunk]);
      if (feed.isFull) feed.drop(stored.length);
    }
    expect(feed.kept.length).toBeLessThan(stored.length);
    const reader = join(feed);
    feed.publish([delta('!'), { type: 'text-end', id: 't' }, { type: 'finish' }]);
    feed.end();
    expect(await reader.done).toBe('ended');
    expect(foldChunks(reader.chunks).parts).toMatchObject([{ text: `${'x'.repeat(9 * 2 ** 20)}!`, state: 'done' }]);
  });

  test('never fill the memory of a feed that has nothing to read from', () => {
    const feed = new RunFeed();
    feed.publish([delta('x'.repeat(5 * 2 ** 20))]);
    expect(feed.isFull).toBe(false);
  });

  test('come to an end while nothing moves, and join again afterwards', async () => {
    const feed = new RunFeed();
    const first = join(feed);
    feed.publish(start);
    const rest: UIChunk = { type: 'finish', finishReason: 'tool-calls' };
    feed.pause(rest);
    expect(await first.done).toBe('ended');
    const meanwhile = join(feed);
    expect(await meanwhile.done).toBe('ended');
    for (const { chunks } of [first, meanwhile]) expect(chunks).toEqual([...start, rest]);
    const tap = feed.tap([{ type: 'start', messageId: 'm' }]);
    feed.proceed();
    feed.publish([delta('on')]);
    const second = new CollectingConnection();
    void tap.attach(second, staying);
    feed.publish([{ type: 'text-end', id: 't' }]);
    feed.end();
    expect(await second.done).toBe('ended');
    expect(second.chunks).toEqual([{ type: 'start', messageId: 'm' }, delta('on'), { type: 'text-end', id: 't' }]);
  });

  test('are forgotten when they leave, and cut when something is missing', async () => {
    const feed = new RunFeed();
    const leaving = new AbortController();
    const gone = join(feed, leaving.signal);
    const here = join(feed);
    await Promise.resolve();
    leaving.abort();
    feed.publish(start);
    feed.cut();
    expect(await here.done).toBe('cut');
    expect(gone.text).toBe('');
  });

  test('that do not attach are not told for ever', async () => {
    const feed = new RunFeed();
    const tap = feed.tap([]);
    for (let size = 0; size < 10; size += 1) feed.publish([delta('x'.repeat(2 ** 20))]);
    const late = new CollectingConnection();
    await tap.attach(late, staying);
    expect(await late.done).toBe('cut');
  });
});
