import { expect, test } from 'vitest';
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

test('a waiter gives up when its signal aborts', async () => {
  const waiters = new Waiters();
  const patience = new AbortController();
  const waiting = waiters.until(() => false, patience.signal);
  expect(await isOver(waiting)).toBe(false);
  patience.abort();
  expect(await isOver(waiting)).toBe(true);
  expect(await isOver(waiters.until(() => false, patience.signal))).toBe(true);
});
