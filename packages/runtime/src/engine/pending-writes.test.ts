import { expect, test } from 'vitest';
import { PendingWrites } from './pending-writes.ts';

test('nothing is under way at first', async () => {
  const pending = new PendingWrites();
  expect([pending.any, pending.count]).toEqual([false, 0]);
  await expect(pending.landed()).resolves.toBeUndefined();
});

test('whoever waits goes on when the last one has landed', async () => {
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

test('a later write is waited for anew', async () => {
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
