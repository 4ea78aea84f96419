import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

function open() {
  const clock = { now: 0 };
  const breaker = new CircuitBreaker({ failures: 3, pauseMs: 100, longestMs: 350, now: () => clock.now });
  const fail = (times: number) => {
    for (let count = 0; count < times; count += 1) breaker.failed('beta');
  };
  return { clock, breaker, fail };
}

test('a few failures do not open the circuit, and a success resets them', () => {
  const { breaker, fail } = open();
  fail(2);
  expect(breaker.waitMs('beta')).toBe(0);
  breaker.succeeded('beta');
  fail(2);
  expect(breaker.waitMs('beta')).toBe(0);
});

test('several failures in a row open the circuit of that peer only', () => {
  const { breaker, fail, clock } = open();
  fail(3);
  expect(breaker.waitMs('beta')).toBe(100);
  expect(breaker.waitMs('gamma')).toBe(0);
  clock.now = 60;
  expect(breaker.waitMs('beta')).toBe(40);
});

test('one request may then try alone, and decides for all', () => {
  const { breaker, fail, clock } = open();
  fail(3);
  clock.now = 100;
  expect(breaker.waitMs('beta')).toBe(0);
  expect(breaker.waitMs('beta')).toBe(100);
  breaker.failed('beta');
  expect(breaker.waitMs('beta')).toBe(200);
  clock.now = 300;
  expect(breaker.waitMs('beta')).toBe(0);
  breaker.succeeded('beta');
  expect(breaker.waitMs('beta')).toBe(0);
  expect(breaker.waitMs('beta')).toBe(0);
});

test('pauses grow up to a bound', () => {
  const { breaker, fail, clock } = open();
  fail(3);
  for (const pause of [200, 350, 350]) {
    clock.now += 1_000;
    expect(breaker.waitMs('beta')).toBe(0);
    breaker.failed('beta');
    expect(breaker.waitMs('beta')).toBe(pause);
  }
});
