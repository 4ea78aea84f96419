import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReconnectBudget } from './reconnect-budget.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test('it waits longer each time, until something comes through', () => {
  const patience = new ReconnectBudget({ firstWaitMs: 100, mostWaitMs: 800 });
  const waits = Array.from({ length: 6 }, () => patience.fail(undefined)!);
  for (const [index, most] of [100, 200, 400, 800, 800, 800].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(most / 2);
    expect(waits[index]).toBeLessThanOrEqual(most);
  }
  patience.reset();
  expect(patience.fail(undefined)).toBeLessThanOrEqual(100);
  expect(patience.failures).toBe(1);
});

test('the server says what the first wait is', () => {
  const patience = new ReconnectBudget({ firstWaitMs: 100, mostWaitMs: 800 });
  patience.retryMs = 4000;
  expect(patience.fail(undefined)).toBeGreaterThanOrEqual(2000);
});

test('it gives up when nothing has come through for long enough', () => {
  const patience = new ReconnectBudget({ giveUpMs: 10_000 });
  expect(patience.fail(undefined)).toBeDefined();
  vi.advanceTimersByTime(9_000);
  expect(patience.fail(undefined)).toBeDefined();
  vi.advanceTimersByTime(1_000);
  expect(patience.fail(undefined)).toBeUndefined();
  patience.reset();
  expect(patience.fail(undefined)).toBeDefined();
});

test('it gives up at once when it is asked to wait for longer than that', () => {
  expect(new ReconnectBudget({ giveUpMs: 10_000 }).fail(11_000)).toBeUndefined();
  expect(new ReconnectBudget({ giveUpMs: 10_000 }).fail(9_000)).toBeGreaterThanOrEqual(9_000);
  expect(new ReconnectBudget({ giveUpMs: 10_000 }).fail(9_000, 5_000)).toBeUndefined();
});

test('options that are there without a value are as if they were not', () => {
  expect(new ReconnectBudget({ firstWaitMs: undefined, giveUpMs: undefined }).fail(undefined)).toBeGreaterThanOrEqual(
    125,
  );
});
