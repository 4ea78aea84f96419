import { beforeAll, describe } from 'vitest';
import { storeContract } from '../../packages/store/src/contract/__fixtures__/store-contract.ts';
import { testClock } from '../../packages/store/src/contract/__fixtures__/test-clock.ts';
import { emptyStores } from '../../packages/store/src/postgres/__fixtures__/empty-stores.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

describe('PostgreSQL', () => {
  const { now, passTime } = testClock();
  const { server } = usePostgres();
  let open: Awaited<ReturnType<typeof emptyStores>>;
  beforeAll(async () => {
    open = await emptyStores(server());
  });

  storeContract(() => open({ now }), { passTime, numRuns: process.env.TEST_FULL === '1' ? 300 : 100 });
});
