import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toToolNames } from './tool-names.ts';

test('swarms get distinct legal tool names, and keep names that are legal', () => {
  expect([...toToolNames(['news room', 'news_room', 'news/room', 'Büro'])]).toEqual([
    ['news_room', 'news_room'],
    ['news_room_2', 'news room'],
    ['news_room_3', 'news/room'],
    ['B_ro', 'Büro'],
  ]);
  const long = 'x'.repeat(80);
  expect([...toToolNames([`${long}a`, `${long}b`]).keys()]).toEqual(['x'.repeat(64), `${'x'.repeat(62)}_2`]);
});

test('tool names are legal and distinct, whatever the swarms are called', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 })), (swarms) => {
      const names = toToolNames(swarms);
      expect([...names.values()].toSorted()).toEqual(swarms.toSorted());
      expect([...names.keys()].filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([]);
    }),
  );
});
