import { expect, test } from 'vitest';
import { Flusher } from './flusher.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('everything of a tick is written once, at its end', async () => {
  const flusher = new Flusher();
  const flushed: string[] = [];
  const one = { flush: () => flushed.push('one') };
  const other = { flush: () => flushed.push('other') };
  flusher.schedule(one);
  flusher.schedule(other);
  flusher.schedule(one);
  expect(flushed).toEqual([]);
  await tick();
  expect(flushed).toEqual(['one', 'other']);
});

test('what is scheduled during a flush is written in the next round', async () => {
  const flusher = new Flusher();
  let rounds = 0;
  const again = {
    flush: () => {
      rounds += 1;
      if (rounds < 3) flusher.schedule(again);
    },
  };
  flusher.schedule(again);
  await tick();
  expect(rounds).toBe(1);
  await tick();
  await tick();
  expect(rounds).toBe(3);
});
