import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playWorld, worldPlay } from '../__fixtures__/random-world.ts';

/** Plays of several servers take their time. */
const PLAYS = process.env.TEST_FULL === '1' ? 20 : 5;

test('any play of three swarms keeps every rule', async () => {
  await fc.assert(
    fc.asyncProperty(worldPlay({ faults: false }), async (play) => {
      expect(await playWorld(play)).toEqual([]);
    }),
    { numRuns: PLAYS, endOnFailure: true },
  );
}, 600_000);

test('any play keeps every rule, whatever happens to letters and answers on their way', async () => {
  await fc.assert(
    fc.asyncProperty(worldPlay(), async (play) => {
      expect(await playWorld(play)).toEqual([]);
    }),
    { numRuns: PLAYS, endOnFailure: true },
  );
}, 600_000);

test('any play keeps every rule, whenever servers die', async () => {
  await fc.assert(
    fc.asyncProperty(worldPlay({ deaths: 4 }), async (play) => {
      expect(await playWorld(play)).toEqual([]);
    }),
    { numRuns: PLAYS, endOnFailure: true },
  );
}, 600_000);
