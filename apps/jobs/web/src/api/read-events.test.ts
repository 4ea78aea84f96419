import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEvents } from './read-events.ts';

const bodyOf = (pieces: readonly Uint8Array[], onCancel?: () => void): ReadableStream<Uint8Array> => {
  const left = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
    cancel: onCancel,
  });
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const collect = async (body: ReadableStream<Uint8Array>): Promise<unknown[]> => {
  const events: unknown[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
};
const read = (...pieces: string[]): Promise<unknown[]> => collect(bodyOf(pieces.map(bytes)));

test('readEvents returns the data of events, and skips comments, ids and names', async () => {
  expect(await read(': open\n\n', 'id: 1-0\ndata: {"a":1}\n\n', ': ping\n\nevent: x\ndata: [2]\n\n')).toEqual([
    { a: 1 },
    [2],
  ]);
});

test('readEvents joins several lines of data', async () => {
  expect(await read('data: {"a":\ndata: 1}\n\n')).toEqual([{ a: 1 }]);
});

test.each(['\u2028', '\u2029', '\u0085', 'a\u2028b'])('readEvents keeps %j in the data', async (text) => {
  expect(await read(`data: ${JSON.stringify({ text })}\n\n`)).toEqual([{ text }]);
});

test('readEvents skips data that is not JSON, and an event that was cut off', async () => {
  expect(await read('data: nonsense\n\ndata: 1\n\n', 'data: 2\n')).toEqual([1]);
});

test('readEvents disconnects when nobody reads on', async () => {
  let left = false;
  const body = bodyOf([bytes('data: 1\n\n'), bytes('data: 2\n\n'), bytes('data: 3\n\n')], () => (left = true));
  for await (const event of readEvents(body)) {
    expect(event).toBe(1);
    break;
  }
  expect(left).toBe(true);
});

test('readEvents works wherever the bytes are cut, and however lines end', async () => {
  const event = fc.record({ text: fc.string({ unit: 'grapheme' }), number: fc.integer() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 5 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(60), { maxLength: 20 }),
      async (events, end, sizes) => {
        const all = bytes(events.map((each) => `data: ${JSON.stringify(each)}${end}${end}`).join('') + `:${end}`);
        const pieces: Uint8Array[] = [];
        let at = 0;
        for (const size of sizes) {
          pieces.push(all.subarray(at, at + size));
          at += size;
        }
        pieces.push(all.subarray(at));
        expect(await collect(bodyOf(pieces))).toEqual(events);
      },
    ),
  );
});
