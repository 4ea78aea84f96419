import { expect, test } from 'vitest';
import { ActiveCallers } from './active-callers.ts';

test('whoever came lately counts once', () => {
  const visitors = new ActiveCallers(1_000);
  visitors.come('alice', 0);
  visitors.come('bob', 100);
  visitors.come('alice', 900);
  expect(visitors.count(950)).toBe(2);
  expect(visitors.count(1_200)).toBe(1);
  expect(visitors.count(2_000)).toBe(0);
});

test('nobody is remembered for longer than that', () => {
  const visitors = new ActiveCallers(10);
  for (let time = 0; time < 1_000; time += 1) visitors.come(`visitor ${time}`, time);
  expect(visitors.count(1_000)).toBeLessThanOrEqual(10);
});
