import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type StreamedEvent, toEventStream } from './event-stream.ts';

function streamOf(events: () => AsyncGenerator<StreamedEvent>): Promise<Response> {
  const app = new Hono();
  app.get('/', (c) => toEventStream(c, events()));
  return Promise.resolve(app.request('/'));
}

describe('an event stream', () => {
  test('opens at once, sends every event on a line of its own, and ends', async () => {
    const response = await streamOf(async function* () {
      yield { id: '1', data: { text: 'two\nlines' } };
      yield { id: '2', data: '完' };
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('no-cache');
    expect(await response.text()).toBe(': open\n\nid: 1\ndata: {"text":"two\\nlines"}\n\nid: 2\ndata: "完"\n\n');
  });

  test('releases its events when nobody reads any more', async () => {
    const left = Promise.withResolvers<string>();
    const response = await streamOf(async function* () {
      try {
        for (let number = 0; ; number += 1) yield { id: String(number), data: number };
      } finally {
        left.resolve('left');
      }
    });
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(await left.promise).toBe('left');
  });

  describe('an idle event stream', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
    afterEach(() => void vi.useRealTimers());

    test('pings as a comment after fifteen seconds, for as long as it is read', async () => {
      const never = Promise.withResolvers<void>();
      const response = await streamOf(async function* () {
        await never.promise;
        yield { id: '1', data: 'late' };
      });
      const reader = response.body!.getReader();
      const read = async (): Promise<string> => new TextDecoder().decode((await reader.read()).value);
      expect(await read()).toBe(': open\n\n');
      for (let pings = 0; pings < 2; pings += 1) {
        const next = read();
        // A ping comes at most one second late.
        vi.advanceTimersByTime(16_000);
        expect(await next).toBe(': ping\n\n');
      }
      await reader.cancel();
      expect(vi.getTimerCount()).toBe(0);
      never.resolve();
    });

    test('a reader that takes nothing for half a minute is cut off, and its events are released', async () => {
      const left = Promise.withResolvers<string>();
      let made = 0;
      const response = await streamOf(async function* () {
        try {
          for (;;) yield { id: String((made += 1)), data: 'x'.repeat(100_000) };
        } finally {
          left.resolve('left');
        }
      });
      vi.advanceTimersByTime(32_000);
      expect(await left.promise).toBe('left');
      // Nothing is asked for that nobody takes.
      expect(made).toBeLessThanOrEqual(2);
      await expect(response.text()).rejects.toThrow('did not keep up');
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});
