import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Frame, joinFrames, leaveOutTexts, sliceText } from './text-frames.ts';

const textArbitrary = fc
  .string({
    unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom('\u0000', '語', '"')),
    minLength: 1,
    maxLength: 40,
  })
  .map((text) => text.repeat(120));

describe('slices of a text', () => {
  test('slices are short, never end in half a character, and name their end', () => {
    fc.assert(
      fc.property(textArbitrary, fc.nat(10_000), (text, offset) => {
        const slices = sliceText(text, offset);
        let told = '';
        for (const { delta, end } of slices) {
          told += delta;
          expect(end).toBe(offset + told.length);
          expect(delta.isWellFormed()).toBe(true);
          expect(Buffer.byteLength(JSON.stringify(delta))).toBeLessThanOrEqual(3 * 1024 + 2);
        }
        expect(told).toBe(text);
      }),
    );
  });
});

describe('a piece of a feed', () => {
  test('a piece drops exactly the text frames that a reader already has', () => {
    const id = fc.constantFrom('a', 'b', 'c');
    const frame = fc.record(
      { sse: fc.string({ unit: 'binary', minLength: 1 }), text: fc.record({ id, end: fc.nat(50) }) },
      { requiredKeys: ['sse'] },
    );
    fc.assert(
      fc.property(fc.array(frame), fc.dictionary(id, fc.nat(50)), (frames, lengths) => {
        const has = new Map(Object.entries(lengths));
        const isMissing = ({ text }: Frame): boolean => text === undefined || text.end > (has.get(text.id) ?? 0);
        const left = leaveOutTexts(joinFrames(frames as Frame[]), has);
        const expected = (frames as Frame[]).filter(isMissing);
        expect(Buffer.from(left ?? []).toString('utf8')).toBe(expected.map(({ sse }) => sse).join(''));
      }),
    );
  });
});
