import type { LogEntry } from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';
import { describe, expect, test } from 'vitest';
import { toPeerStream } from './to-peer-stream.ts';

const entry: LogEntry = { seq: 7, at: '2026-01-01T00:00:00Z', run: 1, type: 'notice', code: 'c', text: 'größer' };
const token: TokenEvent = {
  type: 'token',
  agent: 'a',
  turn: 1,
  attempt: 1,
  part: 0,
  kind: 'text',
  offset: 3,
  delta: '…',
};

async function* play(...events: (LogEntry | TokenEvent)[]) {
  yield* events;
}

describe('the log for a peer', () => {
  test('has entries with their places, text without, and says when it is over', async () => {
    const { type: _, ...place } = token;
    expect(await new Response(toPeerStream(() => play(entry, token))).text()).toBe(
      `id: 7\r\nevent: entry\r\ndata: ${JSON.stringify(entry)}\r\n\r\n` +
        `event: token\r\ndata: ${JSON.stringify(place)}\r\n\r\n` +
        'event: end\r\ndata: {}\r\n\r\n',
    );
  });

  test('breaks without that word when the log cannot be read on', async () => {
    const broken = async function* () {
      yield entry;
      throw new Error('shutting down');
    };
    await expect(new Response(toPeerStream(broken)).text()).rejects.toThrow('shutting down');
  });

  test('pings while nothing happens, and loses nothing by it', async () => {
    const later = Promise.withResolvers<void>();
    const slow = async function* () {
      await later.promise;
      yield entry;
    };
    const reader = toPeerStream(slow, { pingMs: 5 }).getReader();
    for (let pings = 0; pings < 3; pings += 1)
      expect(String(Buffer.from((await reader.read()).value!))).toBe(': ping\r\n\r\n');
    later.resolve();
    let text = '';
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text += Buffer.from(next.value).toString();
    expect(text.replaceAll(': ping\r\n\r\n', '')).toMatch(/^id: 7[\s\S]*event: end/);
  });

  test.each([0, 1, 5])('is let go when the peer leaves, at rest or at work, after %i ticks', async (ticks) => {
    const held = new Set<string>();
    const endless = async function* (signal: AbortSignal) {
      held.add('something');
      try {
        yield entry;
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
  });
});
