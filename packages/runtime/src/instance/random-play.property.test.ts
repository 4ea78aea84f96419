import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playOnTwoNodes, playWithCrashes } from '../__fixtures__/play-randomly.ts';
import { randomPlay } from '../__fixtures__/random-play.ts';

const numRuns = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 4);

test('any play keeps every rule', async () => {
  await fc.assert(
    fc.asyncProperty(randomPlay, async (play) => {
      expect(await playWithCrashes(play, [])).toEqual([]);
    }),
    { numRuns },
  );
}, 600_000);

test('any play keeps every rule, whenever processes die', async () => {
  const moments = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(randomPlay, moments, async (play, dying) => {
      expect(await playWithCrashes(play, dying)).toEqual([]);
    }),
    { numRuns },
  );
}, 600_000);

test('any play keeps every rule on two processes at once', async () => {
  await fc.assert(
    fc.asyncProperty(randomPlay, async (play) => {
      expect(await playOnTwoNodes(play)).toEqual([]);
    }),
    { numRuns },
  );
}, 600_000);

test('any play keeps every rule on two processes, one of which dies', async () => {
  await fc.assert(
    fc.asyncProperty(randomPlay, fc.integer({ min: 3, max: 40 }), async (play, moment) => {
      expect(await playOnTwoNodes(play, { moment })).toEqual([]);
    }),
    { numRuns },
  );
}, 600_000);

test('any play keeps every rule on a slow store', async () => {
  const moments = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(randomPlay, moments, fc.nat(), async (play, dying, latency) => {
      expect(await playWithCrashes(play, dying, { latency })).toEqual([]);
    }),
    { numRuns },
  );
}, 600_000);

test('any play keeps every rule on two processes with a slow store', async () => {
  await fc.assert(
    fc.asyncProperty(randomPlay, fc.integer({ min: 3, max: 60 }), fc.nat(), async (play, moment, latency) => {
      expect(await playOnTwoNodes(play, { moment, latency })).toEqual([]);
    }),
    { numRuns },
  );
}, 600_000);
