import { afterEach, expect, test, vi } from 'vitest';
import { openChunkStream } from './chunk-stream.ts';

afterEach(() => vi.useRealTimers());
const bytes = (text: string) => new TextEncoder().encode(text);

test('what is sent is read, in order, to its end', async () => {
  const onEnd = vi.fn<() => void>();
  const connection = openChunkStream({ onEnd });
  connection.send(bytes('data: 1\n\n'));
  connection.send(bytes('data: 2\n\n'));
  connection.end();
  connection.send(bytes('late'));
  expect(await new Response(connection.body).text()).toBe('data: 1\n\ndata: 2\n\n');
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(connection.closed).toBe(true);
});

test('a comment keeps it alive while nothing is said, and never a frame', async () => {
  vi.useFakeTimers();
  const connection = openChunkStream({ onEnd: () => undefined });
  vi.advanceTimersByTime(14_000);
  connection.send(bytes('data: 1\n\n'));
  vi.advanceTimersByTime(14_000);
  vi.advanceTimersByTime(2_000);
  vi.advanceTimersByTime(15_000);
  connection.end();
  vi.advanceTimersByTime(60_000);
  expect(await new Response(connection.body).text()).toBe('data: 1\n\n: ping\n\n: ping\n\n');
  expect(vi.getTimerCount()).toBe(0);
});

test('whoever leaves is noticed once', async () => {
  const onEnd = vi.fn<() => void>();
  const connection = openChunkStream({ onEnd });
  await connection.body.cancel();
  connection.end();
  connection.drop();
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('a stream that is cut is an error for its reader', async () => {
  const connection = openChunkStream({ onEnd: () => undefined });
  connection.send(bytes('data: 1\n\n'));
  connection.drop();
  await expect(new Response(connection.body).text()).rejects.toThrow('The stream was cut.');
});

test('a reader who does not read is waited for, and cut off when that is hopeless', async () => {
  const connection = openChunkStream({ onEnd: () => undefined });
  const piece = new Uint8Array(2 ** 20);
  connection.send(piece);
  let hasRoom = false;
  const room = connection.room().then(() => void (hasRoom = true));
  const reader = connection.body.getReader();
  await Promise.resolve();
  expect(hasRoom).toBe(false);
  await reader.read();
  await room;
  expect(hasRoom).toBe(true);
  for (let sent = 0; sent < 40; sent += 1) connection.send(piece);
  expect(connection.closed).toBe(true);
});

test('whoever waits for room is let go when the reader leaves', async () => {
  const connection = openChunkStream({ onEnd: () => undefined });
  connection.send(new Uint8Array(2 ** 20));
  const room = connection.room();
  await connection.body.cancel();
  await room;
  expect(connection.closed).toBe(true);
});
