import { expect, test } from 'vitest';
import { PendingWrites } from './pending-writes.ts';

test('starts with no pending writes', async () => {
  const pending = new PendingWrites();
  expect([pending.any, pending.count]).toEqual([false, 0]);
  await expect(pending.landed()).resolves.toBeUndefined();
});

test('lets waiters go on when the last pending write has landed', async () => {
  const pending = new PendingWrites();
  pending.begin();
  pending.begin();
  let landed = false;
  const waiting = pending.landed().then(() => (landed = true));
  pending.end();
  await Promise.resolve();
  expect([landed, pending.any]).toEqual([false, true]);
  pending.end();
  await waiting;
  expect([landed, pending.any, pending.count]).toEqual([true, false, 2]);
});

test('makes a new waiter wait for a later write', async () => {
  const pending = new PendingWrites();
  pending.begin();
  pending.end();
  pending.begin();
  let landed = false;
  const waiting = pending.landed().then(() => (landed = true));
  await Promise.resolve();
  expect(landed).toBe(false);
  pending.end();
  await waiting;
});
