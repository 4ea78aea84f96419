import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Chunk } from './chunk.ts';
import { Delivered } from './delivered.ts';

const start = { type: 'start', messageId: 'a' };
const delta = (text: string, id = 't') => ({ type: 'text-delta', id, delta: text });
const deliver = (delivered: Delivered, chunks: readonly Chunk[]) => {
  delivered.begin();
  return chunks.flatMap((chunk) => delivered.take(chunk) ?? []);
};

describe('delivered chunks', () => {
  test('delivered chunks are not delivered again, in whatever pieces they come', () => {
    const delivered = new Delivered();
    const open = { type: 'text-start', id: 't' };
    expect(deliver(delivered, [start, open, delta('Hel'), delta('lo')])).toHaveLength(4);
    expect(deliver(delivered, [start, open, delta('Hello wor'), delta('ld'), { type: 'text-end', id: 't' }])).toEqual([
      delta(' wor'),
      delta('ld'),
      { type: 'text-end', id: 't' },
    ]);
    expect(deliver(delivered, [start, open, delta('Hello world'), { type: 'text-end', id: 't', more: 1 }])).toEqual([]);
    expect([delivered.messageId, delivered.finished]).toEqual(['a', false]);
  });

  test('chunks are counted where the same one comes several times', () => {
    const delivered = new Delivered();
    const step = { type: 'start-step' };
    deliver(delivered, [start, step]);
    expect(deliver(delivered, [start, step, { type: 'finish-step' }, step])).toEqual([{ type: 'finish-step' }, step]);
  });

  test('a message has one start, even if the second one differs', () => {
    const delivered = new Delivered();
    deliver(delivered, [start]);
    expect(deliver(delivered, [{ ...start, messageMetadata: { later: true } }])).toEqual([]);
  });

  test('text and reasoning of the same id are kept apart', () => {
    const delivered = new Delivered();
    deliver(delivered, [delta('abc')]);
    const thought = { type: 'reasoning-delta', id: 't', delta: 'abc' };
    expect(deliver(delivered, [thought])).toEqual([thought]);
  });

  test('the input of a call is counted by its length too', () => {
    const delivered = new Delivered();
    const input = (text: string) => ({ type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: text });
    deliver(delivered, [start, input('{"a"'), input(':')]);
    expect(deliver(delivered, [start, input('{"a":1'), input('}')])).toEqual([input('1'), input('}')]);
  });
});

describe('a place in an answer', () => {
  test('consists of the newest whole entry and the lengths of open texts', () => {
    const delivered = new Delivered();
    delivered.begin();
    delivered.take(start, '3');
    expect([delivered.hasPlace, delivered.toQuery()]).toEqual([true, '?message=a&after=3']);
    delivered.take({ type: 'text-start', id: 't/1' }, '4');
    delivered.take(delta('Hello', 't/1'), '4/5/t/1');
    delivered.take({ type: 'text-start', id: 'u' });
    delivered.take(delta('Oh', 'u'), '/2/u');
    expect(delivered.toQuery()).toBe('?message=a&after=4&has=5/t%2F1&has=2/u');
    // The entry that the cut was in comes again, with a frame that the reader has half of.
    delivered.begin();
    expect(delivered.take({ type: 'text-start', id: 'u' })).toBeUndefined();
    expect(delivered.take(delta('h no', 'u'), '/5/u')).toEqual(delta(' no', 'u'));
    delivered.take({ type: 'text-end', id: 'u' }, '5');
    expect(delivered.toQuery()).toBe('?message=a&after=5&has=5/t%2F1');
  });

  test('fits into a URL, however many texts are open', () => {
    const delivered = new Delivered();
    delivered.take(start, '1');
    for (let count = 0; count < 5000; count += 1) delivered.take(delta('x', `text ${count}`), `1/1/text ${count}`);
    expect(delivered.toQuery().length).toBeLessThan(4100);
    expect(delivered.toQuery()).toContain('&has=1/text%200&has=1/text%201&');
  });
});

const texts = fc.array(
  fc.record({ id: fc.constantFrom('a', 'b', 'c'), text: fc.string({ minLength: 1, unit: 'binary' }) }),
  { maxLength: 12 },
);
const pieces = (text: string, sizes: readonly number[]): string[] => {
  const cut: string[] = [];
  for (let from = 0, index = 0; from < text.length; index += 1) {
    const size = sizes[index % sizes.length]!;
    cut.push(text.slice(from, from + size));
    from += size;
  }
  return cut;
};

test('wherever a stream is cut and however it is repeated, the caller gets everything once', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 });
  const cuts = fc.array(fc.record({ sizes, percent: fc.nat(100) }), { maxLength: 4 });
  fc.assert(
    fc.property(texts, cuts, (parts, connections) => {
      const whole = (sizesOf: readonly number[]): Chunk[] => [
        start,
        ...parts.flatMap(({ text }, index): Chunk[] => [
          { type: 'text-start', id: `${index}` },
          ...pieces(text, sizesOf).map((piece) => delta(piece, `${index}`)),
          { type: 'data-note', id: 'n', data: { index } },
          { type: 'text-end', id: `${index}` },
        ]),
        { type: 'finish' },
      ];
      const delivered = new Delivered();
      const got: Chunk[] = [];
      for (const { sizes: given, percent } of [...connections, { sizes: [3], percent: 100 }]) {
        const all = whole(given);
        got.push(...deliver(delivered, all.slice(0, Math.ceil((all.length * percent) / 100))));
      }
      expect(delivered.finished).toBe(true);
      expect(got.filter(({ type }) => type !== 'text-delta')).toEqual(
        whole([1]).filter(({ type }) => type !== 'text-delta'),
      );
      for (const [index, { text }] of parts.entries()) {
        const told = got.filter(({ type, id }) => type === 'text-delta' && id === `${index}`);
        expect(told.map((chunk) => chunk.delta).join('')).toBe(text);
      }
    }),
  );
});
