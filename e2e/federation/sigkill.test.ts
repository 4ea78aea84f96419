import { expect, test } from 'vitest';
import { killTowns } from './__fixtures__/kill-towns.ts';

const KILLS = process.env.TEST_FULL === '1' ? 40 : 10;

test(`after two servers that work together were killed ${KILLS} times, every run has ended once and nothing was done twice`, async () => {
  const { problems, tasks, lateRuns } = await killTowns({ kills: KILLS });
  expect(problems).toEqual([]);
  expect(tasks).toBeGreaterThan(0);
  expect(lateRuns).toBeGreaterThan(1);
}, 1_200_000);
