import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toFraction } from './fraction.ts';
import { toDecimal, toFixed } from './to-decimal.ts';

describe('toDecimal with a fixed number of decimals', () => {
  test.each([
    [1n, 8n, 2, '0.12'],
    [3n, 8n, 2, '0.38'],
    [1n, 2n, 0, '0'],
    [3n, 2n, 0, '2'],
    [5n, 2n, 0, '2'],
    [-5n, 2n, 0, '-2'],
    [-1n, 1000n, 2, '0.00'],
    [1n, 3n, 5, '0.33333'],
    [2n, 3n, 5, '0.66667'],
    [-2n, 3n, 5, '-0.66667'],
    [999n, 1000n, 2, '1.00'],
    [12345n, 1n, 0, '12345'],
    [0n, 1n, 3, '0.000'],
  ])('shows %d/%d with %i decimals as %s', (top, bottom, decimals, text) => {
    expect(toFixed(toFraction(top, bottom), decimals)).toBe(text);
  });

  test('toDecimal is never off by more than half a unit of the last place', () => {
    const value = fc.tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 6n }));
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 12 }), ([top, bottom], decimals) => {
        const text = toFixed(toFraction(top, bottom), decimals);
        const unit = 10n ** BigInt(decimals);
        const back = BigInt(text.replace('.', ''));
        const difference = back * bottom - top * unit;
        expect((difference < 0n ? -difference : difference) * 2n <= bottom).toBe(true);
        expect(text.split('.')[1]?.length ?? 0).toBe(decimals);
      }),
    );
  });
});

describe('toDecimal', () => {
  test.each([
    [1n, 4n, '0.25'],
    [-1n, 4n, '-0.25'],
    [7n, 1n, '7'],
    [1000n, 1n, '1000'],
    [1n, 10n ** 30n, `0.${'0'.repeat(29)}1`],
    [10n ** 30n + 1n, 10n, `1${'0'.repeat(29)}.1`],
    [100n, 3n, `33.${'3'.repeat(62)}`],
  ])('shows %d/%d as %s', (top, bottom, text) => {
    expect(toDecimal(toFraction(top, bottom))).toBe(text);
  });

  test('toDecimal is exact when the decimals end', () => {
    const decimals = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), decimals, (digits, places) => {
        const text = toDecimal(toFraction(digits, 10n ** BigInt(places)));
        const [whole = '', part = ''] = text.split('.');
        expect(BigInt(`${whole}${part}`) * 10n ** BigInt(places - part.length)).toBe(digits);
        expect(text).not.toMatch(/\.\d*0$/);
      }),
    );
  });
});
