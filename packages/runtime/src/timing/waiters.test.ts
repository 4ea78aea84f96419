import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Waiters } from './waiters.ts';

/** Whether a promise has resolved by the time that everything is done which can be done without waiting. */
async function isOver(waiting: Promise<void>): Promise<boolean> {
  let over = false;
  void waiting.then(() => (over = true));
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

test('nobody waits for what is so already', async () => {
  expect(await isOver(new Waiters().until(() => true))).toBe(true);
});

test('a waiter goes on when it is so, and not when others look in vain', async () => {
  const waiters = new Waiters();
  let pending = 2;
  const waiting = waiters.until(() => pending === 0);
  pending -= 1;
  waiters.look();
  expect(await isOver(waiting)).toBe(false);
  pending -= 1;
  expect(await isOver(waiting)).toBe(false);
  waiters.look();
  expect(await isOver(waiting)).toBe(true);
});

test('a waiter goes on when it was so for a moment only', async () => {
  const waiters = new Waiters();
  let pending = 0;
  const waiting = waiters.until(() => pending === 1);
  pending = 1;
  waiters.look();
  pending = 0;
  waiters.look();
  expect(await isOver(waiting)).toBe(true);
});

describe('a waiter whose time is up', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('goes on, and not before', async () => {
    const waiting = new Waiters().until(() => false, 100);
    vi.advanceTimersByTime(99);
    expect(await isOver(waiting)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await isOver(waiting)).toBe(true);
  });

  test('a waiter without time does not wait at all', async () => {
    expect(await isOver(new Waiters().until(() => false, 0))).toBe(true);
  });

  test.each([2 ** 31, Number.POSITIVE_INFINITY])('waits on when it has %d ms', async (milliseconds) => {
    const waiting = new Waiters().until(() => false, milliseconds);
    vi.advanceTimersByTime(3_600_000);
    expect(await isOver(waiting)).toBe(false);
  });

  test('keeps no timer once it is so', async () => {
    const waiters = new Waiters();
    let isSo = false;
    const waiting = waiters.until(() => isSo, 3_600_000);
    expect(vi.getTimerCount()).toBe(1);
    isSo = true;
    waiters.look();
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
  });
});
