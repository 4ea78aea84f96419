import { expect, test } from 'vitest';
import { toMiddle, toPath } from './to-path.ts';

const at = (x: number, y: number) => ({ x, y });

test('a straight edge is a line', () => {
  expect(toPath([at(0, 0), at(0, 50)])).toBe('M 0 0 L 0 50');
  expect(toPath([])).toBe('');
});

test('corners are rounded, as far as there is room', () => {
  expect(toPath([at(0, 0), at(0, 40), at(40, 40)])).toBe('M 0 0 L 0 30 Q 0 40 10 40 L 40 40');
  expect(toPath([at(0, 0), at(0, 8), at(40, 8)])).toBe('M 0 0 L 0 4 Q 0 8 10 8 L 40 8');
});

test('the middle is at half the length of the edge', () => {
  expect(toMiddle([at(0, 0), at(0, 50)])).toEqual(at(0, 25));
  expect(toMiddle([at(0, 0), at(0, 10), at(30, 10)])).toEqual(at(10, 10));
  expect(toMiddle([at(3, 4), at(3, 4)])).toEqual(at(3, 4));
  expect(toMiddle([])).toEqual(at(0, 0));
});
