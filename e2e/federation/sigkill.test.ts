import { expect, test } from 'vitest';
import { killTowns } from './__fixtures__/kill-towns.ts';

const KILLS = process.env.TEST_FULL === '1' ? 16 : 4;

test(`after ${KILLS} kills of two federated servers, every run has ended once and nothing was done twice`, async () => {
  const { problems, tasks, lateRuns } = await killTowns({ kills: KILLS });
  expect(problems).toEqual([]);
  expect(tasks).toBeGreaterThan(0);
  expect(lateRuns).toBeGreaterThan(1);
}, 1_200_000);
