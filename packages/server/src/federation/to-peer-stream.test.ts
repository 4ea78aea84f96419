import type { LogEntry } from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordRun } from '../__fixtures__/record-run.ts';
import { writers, writing } from '../__fixtures__/writers.ts';
import { toPeerStream } from './to-peer-stream.ts';

let events: (LogEntry | TokenEvent)[];
beforeAll(async () => {
  const told = await recordRun(writers(writing('Größer … '.repeat(10))));
  events = told.filter((event) => event.type !== 'queued');
});

async function* play() {
  yield* events;
}

describe('the log stream for a peer', () => {
  test('the log stream for a peer has entries with their places, text without, and a final event', async () => {
    expect(new Set(events.map(({ type }) => type === 'token'))).toEqual(new Set([false, true]));
    const frames = events.map((event) => {
      if (event.type !== 'token') return `id: ${event.seq}\r\nevent: entry\r\ndata: ${JSON.stringify(event)}\r\n\r\n`;
      const { type: _, ...token } = event;
      return `event: token\r\ndata: ${JSON.stringify(token)}\r\n\r\n`;
    });
    expect(await new Response(toPeerStream(play)).text()).toBe(`${frames.join('')}event: end\r\ndata: {}\r\n\r\n`);
  });

  test('the stream breaks without the final event when the log cannot be read on', async () => {
    const broken = async function* () {
      yield events[0]!;
      throw new Error('shutting down');
    };
    await expect(new Response(toPeerStream(broken)).text()).rejects.toThrow('shutting down');
  });

  test('the stream pings while nothing happens, and loses nothing by it', async () => {
    const later = Promise.withResolvers<void>();
    const slow = async function* () {
      await later.promise;
      yield events[0]!;
    };
    const reader = toPeerStream(slow, { pingMs: 5 }).getReader();
    for (let pings = 0; pings < 3; pings += 1)
      expect(String(Buffer.from((await reader.read()).value!))).toBe(': ping\r\n\r\n');
    later.resolve();
    let text = '';
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text += Buffer.from(next.value).toString();
    expect(text.replaceAll(': ping\r\n\r\n', '')).toMatch(/^id: 1[\s\S]*event: end/);
  });

  test.each([0, 1, 5])(
    'the log stream is released when the peer leaves, idle or busy, after %i ticks',
    async (ticks) => {
      const held = new Set<string>();
      const endless = async function* (signal: AbortSignal) {
        held.add('something');
        try {
          yield events[0]!;
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
        } finally {
          held.clear();
        }
      };
      const reader = toPeerStream((signal) => endless(signal)).getReader();
      await reader.read();
      expect(held.size).toBe(1);
      const next = reader.read();
      for (let tick = 0; tick < ticks; tick += 1) await new Promise((resolve) => setImmediate(resolve));
      await reader.cancel();
      await next;
      expect(held.size).toBe(0);
    },
  );
});
