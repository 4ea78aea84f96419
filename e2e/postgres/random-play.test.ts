import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playOnTwoNodes, playWithCrashes } from '../../packages/runtime/src/__fixtures__/play-randomly.ts';
import { randomPlay } from '../../packages/runtime/src/__fixtures__/random-play.ts';
import type { StageOptions } from '../../packages/runtime/src/__fixtures__/stage.ts';
import { openStore } from '../../packages/store/src/open-store.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

const { newURL } = usePostgres();
const numRuns = process.env.TEST_FULL === '1' ? 50 : 5;
const MINUTES = 60_000;

/** A new database, on which every process has a store and connections of its own. */
async function onPostgres(): Promise<StageOptions> {
  const url = await newURL();
  return { open: (now) => openStore(url, { now, connections: 4 }) };
}

test(
  'any sequence of operations keeps every rule on PostgreSQL, whenever processes die',
  async () => {
    const moments = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(randomPlay, moments, async (play, dying) => {
        expect(await playWithCrashes(play, dying, await onPostgres())).toEqual([]);
      }),
      { numRuns },
    );
  },
  20 * MINUTES,
);

test(
  'any sequence of operations keeps every rule on two processes that share a PostgreSQL',
  async () => {
    await fc.assert(
      fc.asyncProperty(randomPlay, async (play) => {
        expect(await playOnTwoNodes(play, await onPostgres())).toEqual([]);
      }),
      { numRuns },
    );
  },
  20 * MINUTES,
);

test(
  'any sequence of operations keeps every rule on two processes that share a PostgreSQL, one of which dies',
  async () => {
    await fc.assert(
      fc.asyncProperty(randomPlay, fc.integer({ min: 3, max: 60 }), async (play, moment) => {
        expect(await playOnTwoNodes(play, { moment, ...(await onPostgres()) })).toEqual([]);
      }),
      { numRuns },
    );
  },
  20 * MINUTES,
);
