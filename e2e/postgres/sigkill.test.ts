import { expect, test } from 'vitest';
import { killProcesses } from '../../packages/runtime/src/__fixtures__/kill-processes.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

const KILLS = 20;
const { newURL } = usePostgres();

test(`after ${KILLS} processes on PostgreSQL were killed, everything has happened once`, async () => {
  expect(await killProcesses(KILLS, newURL)).toBeUndefined();
}, 1_200_000);
