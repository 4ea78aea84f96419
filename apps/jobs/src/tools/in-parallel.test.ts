import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inParallel } from './in-parallel.ts';

const { signal } = new AbortController();

test('results are in the order of the items, within the limit of concurrency', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), async (items, atOnce) => {
      let working = 0;
      let most = 0;
      const results = await inParallel(items, { atOnce, signal }, async (item) => {
        most = Math.max(most, (working += 1));
        for (let tick = 0; tick < item; tick += 1) await Promise.resolve();
        working -= 1;
        return item * 2;
      });
      expect(results).toEqual(items.map((item) => item * 2));
      expect(most).toBeLessThanOrEqual(atOnce);
    }),
  );
});

test('after a failure nothing new is started, and started items are awaited', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const done = inParallel([1, 2, 3, 4], { atOnce: 2, signal }, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('one');
    await new Promise((resolve) => void setTimeout(resolve, 1));
    ended.push(item);
  });
  await expect(done).rejects.toThrow('one');
  expect(begun).toEqual([1, 2]);
  expect(ended).toEqual([2]);
});

test('a stop rejects with an AbortError, whatever became of the items', async () => {
  const stopping = new AbortController();
  const begun: number[] = [];
  const done = inParallel([1, 2, 3], { atOnce: 1, signal: stopping.signal }, async (item) => {
    begun.push(item);
    stopping.abort();
  });
  await expect(done).rejects.toMatchObject({ name: 'AbortError' });
  expect(begun).toEqual([1]);
});
