import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReconnectBudget } from './reconnect-budget.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test('a reconnect waits longer each time, until data arrives', () => {
  const budget = new ReconnectBudget({ firstWaitMs: 100, mostWaitMs: 800 });
  const waits = Array.from({ length: 6 }, () => budget.fail(undefined)!);
  for (const [index, most] of [100, 200, 400, 800, 800, 800].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(most / 2);
    expect(waits[index]).toBeLessThanOrEqual(most);
  }
  budget.reset();
  expect(budget.fail(undefined)).toBeLessThanOrEqual(100);
  expect(budget.failures).toBe(1);
});

test('the server can set the first delay', () => {
  const budget = new ReconnectBudget({ firstWaitMs: 100, mostWaitMs: 800 });
  budget.retryMs = 4000;
  expect(budget.fail(undefined)).toBeGreaterThanOrEqual(2000);
});

test('reconnecting is given up when no data has arrived for too long', () => {
  const budget = new ReconnectBudget({ giveUpMs: 10_000 });
  expect(budget.fail(undefined)).toBeDefined();
  vi.advanceTimersByTime(9_000);
  expect(budget.fail(undefined)).toBeDefined();
  vi.advanceTimersByTime(1_000);
  expect(budget.fail(undefined)).toBeUndefined();
  budget.reset();
  expect(budget.fail(undefined)).toBeDefined();
});

test('reconnecting is given up at once if the server asks for a longer delay than allowed', () => {
  expect(new ReconnectBudget({ giveUpMs: 10_000 }).fail(11_000)).toBeUndefined();
  expect(new ReconnectBudget({ giveUpMs: 10_000 }).fail(9_000)).toBeGreaterThanOrEqual(9_000);
  expect(new ReconnectBudget({ giveUpMs: 10_000 }).fail(9_000, 5_000)).toBeUndefined();
});

test('options that are undefined have their defaults', () => {
  expect(new ReconnectBudget({ firstWaitMs: undefined, giveUpMs: undefined }).fail(undefined)).toBeGreaterThanOrEqual(
    125,
  );
});
