import { describe, expect, test } from 'vitest';
import { mergeEventStreams } from './merge-event-streams.ts';

const event = (name: string, data: string, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\r\n`}event: ${name}\r\ndata: ${data}\r\n\r\n`;
const of = (...chunks: string[]) => ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)));
const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

describe('mergeEventStreams', () => {
  test('merges every event of each stream in its order, without ids', async () => {
    const one = of(event('a', '1', '5').slice(0, 9), event('a', '1', '5').slice(9), event('b', '2'));
    const text = await textOf(mergeEventStreams([one, of(event('c', '3', '1'))], { pings: true }));
    expect(text).not.toContain('id:');
    const names = [...text.matchAll(/^event: (\w)/gm)].map(([, name]) => name);
    expect(names.filter((name) => name !== 'c')).toEqual(['a', 'b']);
    expect(names.toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('drops unwanted pings, and keeps data of several lines', async () => {
    const data = 'one\r\ndata: two';
    const stream = () => of(event('ping', '{}'), event('x', data), event('ping', '{}'));
    expect(await textOf(mergeEventStreams([stream()], { pings: false }))).toBe(event('x', data));
    expect((await textOf(mergeEventStreams([stream()], { pings: true }))).match(/event: ping/g)).toHaveLength(2);
  });

  test('reads each stream only as fast as somebody takes what came of it, and loses nothing by that', async () => {
    const read = [0, 0];
    const sources = read.map((_, index) => {
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
        read[index]! += 1;
        controller.enqueue(new TextEncoder().encode(event('x', `${index} ${read[index]}`)));
        if (read[index] === 1_000) controller.close();
      };
      return new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    });
    const reader = mergeEventStreams(sources, { pings: true }).getReader();
    let text = '';
    for (let taken = 0; taken < 10; taken += 1) text += Buffer.from((await reader.read()).value!).toString();
    await new Promise((resolve) => setImmediate(resolve));
    // Each has one in hand that waits to be taken.
    expect(read[0]! + read[1]!).toBeLessThanOrEqual(12);
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text += Buffer.from(next.value).toString();
    for (const index of [0, 1]) {
      const told = [...text.matchAll(new RegExp(`^data: ${index} (\\d+)\r$`, 'gm'))].map(([, number]) =>
        Number(number),
      );
      expect(told).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 1));
    }
  });

  test('fails when one stream fails, and releases all when nobody reads on', async () => {
    const broken = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('cut')) });
    await expect(textOf(mergeEventStreams([of(event('a', '1')), broken()], { pings: true }))).rejects.toThrow('cut');
    let left = 0;
    const endless = () => new ReadableStream<Uint8Array>({ cancel: () => void (left += 1) });
    await expect(textOf(mergeEventStreams([endless(), broken()], { pings: true }))).rejects.toThrow('cut');
    expect(left).toBe(1);
    left = 0;
    await mergeEventStreams([endless(), endless()], { pings: true }).cancel();
    expect(left).toBe(2);
  });
});
