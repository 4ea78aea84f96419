import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHidden, shownPlaces } from './shown-places.ts';

const hidden: [number, number][] = [
  [3, 5],
  [8, 8],
];

test.each([
  ['the last', { from: 1, to: 10, limit: 4, end: 'last' as const }, [6, 7, 9, 10]],
  ['the last before a place', { from: 1, to: 7, limit: 3, end: 'last' as const }, [2, 6, 7]],
  ['the first behind a place', { from: 2, to: 10, limit: 3, end: 'first' as const }, [2, 6, 7]],
  ['all of a stretch', { from: 1, to: 4, limit: 10, end: 'first' as const }, [1, 2]],
  ['none where everything is hidden', { from: 3, to: 5, limit: 2, end: 'last' as const }, []],
  ['none of nothing', { from: 4, to: 3, limit: 2, end: 'first' as const }, []],
])('shownPlaces returns %s', (_, stretch, places) => {
  expect(shownPlaces({ hidden }, stretch)).toEqual(places);
});

test('shownPlaces returns everything where nothing is hidden', () => {
  expect(shownPlaces({}, { from: 1, to: 3, limit: 10, end: 'last' })).toEqual([1, 2, 3]);
  expect(isHidden({}, 1)).toBe(false);
});

test('shownPlaces agrees with a look at each place', () => {
  const ranges = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 4 })), { maxLength: 5 })
    .map((steps) => {
      let last = 0;
      return steps.map(([gap, length]): [number, number] => {
        const first = last + gap;
        last = first + length;
        return [first, last];
      });
    });
  const place = fc.integer({ min: 1, max: 45 });
  fc.assert(
    fc.property(ranges, place, place, fc.integer({ min: 1, max: 9 }), (found, from, to, limit) => {
      const all = Array.from({ length: 45 }, (_, index) => index + 1).filter(
        (each) => each >= from && each <= to && !found.some(([first, last]) => first <= each && each <= last),
      );
      expect(shownPlaces({ hidden: found }, { from, to, limit, end: 'first' })).toEqual(all.slice(0, limit));
      expect(shownPlaces({ hidden: found }, { from, to, limit, end: 'last' })).toEqual(all.slice(-limit));
    }),
  );
});
