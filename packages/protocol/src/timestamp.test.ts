import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textArbitrary } from './__fixtures__/text-arbitraries.ts';
import { restamp, toTimestamp } from './timestamp.ts';

const dateArbitrary = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

describe('toTimestamp', () => {
  test.each([
    [0, '1970-01-01T00:00:00.000000+00:00'],
    [1_772_352_600_123, '2026-03-01T08:10:00.123000+00:00'],
  ])('writes %d milliseconds as %s', (milliseconds, expected) => {
    expect(toTimestamp(new Date(milliseconds))).toBe(expected);
  });

  test('writes UTC with six decimals, and reads back as the same moment', () => {
    fc.assert(
      fc.property(dateArbitrary, (time) => {
        const text = toTimestamp(time);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
        expect(Date.parse(text)).toBe(time.getTime());
      }),
    );
  });

  test('gives texts that sort as their times do', () => {
    fc.assert(
      fc.property(dateArbitrary, dateArbitrary, (left, right) => {
        expect(toTimestamp(left) < toTimestamp(right)).toBe(left < right);
      }),
    );
  });
});

describe('restamp', () => {
  test.each([
    ['2026-03-01T08:10:00Z', '2026-03-01T08:10:00.000000+00:00'],
    ['2026-03-01T09:10:00.5+01:00', '2026-03-01T08:10:00.500000+00:00'],
    ['2026-03-01T08:10:00.123456+00:00', '2026-03-01T08:10:00.123000+00:00'],
    ['yesterday', 'yesterday'],
    ['', ''],
  ])('turns %j into %j', (stored, expected) => {
    expect(restamp(stored)).toBe(expected);
  });

  test('never throws for a text, and changes nothing when applied again', () => {
    fc.assert(
      fc.property(textArbitrary, (text) => {
        expect(restamp(restamp(text))).toBe(restamp(text));
      }),
    );
  });
});
