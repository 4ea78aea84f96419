import { expect, test } from 'vitest';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';
import { killTowns } from '../federation/__fixtures__/kill-towns.ts';

const KILLS = 16;
const { newURL } = usePostgres();

test(`after ${KILLS} kills of two servers on PostgreSQL, every run has ended once and nothing was done twice`, async () => {
  const { problems, tasks, lateRuns } = await killTowns({ kills: KILLS, newURL });
  expect(problems).toEqual([]);
  expect(tasks).toBeGreaterThan(0);
  expect(lateRuns).toBeGreaterThan(1);
}, 1_200_000);
