import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstJSON } from './first-json.ts';

/** What a caller may return: JSON, and everything that is not. */
const anything = fc.anything({
  withDate: true,
  withTypedArray: true,
  withBoxedValues: true,
  withMap: true,
  withSet: true,
});

function attempt<Result>(work: () => Result): Result | 'throws' {
  try {
    return work();
  } catch {
    return 'throws';
  }
}

describe('firstJSON', () => {
  test('gives what JSON.stringify gives for any value that fits', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const expected = attempt(() => JSON.stringify(value) as string | undefined);
        const got = attempt(() => firstJSON(value, 1e6));
        const isText = expected !== 'throws' && expected !== undefined;
        expect(got).toEqual(isText ? { text: expected, isWhole: true } : expected);
      }),
    );
  });

  test('gives the beginning of what JSON.stringify gives for a value that does not fit, and little more', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(60), (value, most) => {
        const expected = JSON.stringify(value);
        const { text, isWhole } = firstJSON(value, most)!;
        expect(expected.startsWith(text)).toBe(true);
        expect(isWhole).toBe(text === expected);
        expect(isWhole || text.length >= most).toBe(true);
      }),
    );
  });

  test('uses toJSON of an object', () => {
    const value = {
      at: new Date(0),
      bytes: Buffer.from('ab'),
      own: { toJSON: (key: string) => `my ${key}` },
      gone() {},
    };
    expect(firstJSON(value, 1_000)!.text).toBe(JSON.stringify(value));
  });

  test('reads only as much of an endless list as it keeps', () => {
    let reads = 0;
    const endless = new Proxy([] as number[], {
      get: (_, key) => {
        if (key === 'length') return Number.MAX_SAFE_INTEGER;
        reads += 1;
        return 7;
      },
    });
    const { text, isWhole } = firstJSON({ endless }, 1_000)!;
    expect([text.slice(0, 16), isWhole]).toEqual(['{"endless":[7,7,', false]);
    expect(reads).toBeLessThan(1_000);
  });

  test('reads only the beginning of large buffers', () => {
    for (const bytes of [Buffer.alloc(2 ** 28), new Uint8Array(2 ** 28)]) {
      const { text, isWhole } = firstJSON(bytes, 100)!;
      expect([text.length < 150, isWhole]).toEqual([true, false]);
    }
  });

  test('refuses a circular value, as JSON.stringify does', () => {
    const circle: { inside: unknown } = { inside: [] };
    circle.inside = [circle];
    expect(() => firstJSON(circle, 1_000)).toThrow(/circular/);
    const twice = { a: 1 };
    expect(firstJSON([twice, twice], 1_000)!.text).toBe('[{"a":1},{"a":1}]');
  });
});
