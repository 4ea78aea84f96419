import { expect, test } from 'vitest';
import { ActiveCallers } from './active-callers.ts';

test('a recent caller is counted once', () => {
  const activeCallers = new ActiveCallers(1_000);
  activeCallers.come('alice', 0);
  activeCallers.come('bob', 100);
  activeCallers.come('alice', 900);
  expect(activeCallers.count(950)).toBe(2);
  expect(activeCallers.count(1_200)).toBe(1);
  expect(activeCallers.count(2_000)).toBe(0);
});

test('a caller is forgotten after a while', () => {
  const activeCallers = new ActiveCallers(10);
  for (let time = 0; time < 1_000; time += 1) activeCallers.come(`visitor ${time}`, time);
  expect(activeCallers.count(1_000)).toBeLessThanOrEqual(10);
});
