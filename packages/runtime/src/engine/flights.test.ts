import { expect, test } from 'vitest';
import { Flights } from './flights.ts';

test('nothing is under way at first', async () => {
  const flights = new Flights();
  expect([flights.any, flights.count]).toEqual([false, 0]);
  await expect(flights.landed()).resolves.toBeUndefined();
});

test('whoever waits goes on when the last one has landed', async () => {
  const flights = new Flights();
  flights.begin();
  flights.begin();
  let landed = false;
  const waiting = flights.landed().then(() => (landed = true));
  flights.end();
  await Promise.resolve();
  expect([landed, flights.any]).toEqual([false, true]);
  flights.end();
  await waiting;
  expect([landed, flights.any, flights.count]).toEqual([true, false, 2]);
});

test('a later write is waited for anew', async () => {
  const flights = new Flights();
  flights.begin();
  flights.end();
  flights.begin();
  let landed = false;
  const waiting = flights.landed().then(() => (landed = true));
  await Promise.resolve();
  expect(landed).toBe(false);
  flights.end();
  await waiting;
});
