import { describe } from 'vitest';
import { budgetKillsContract } from '../../packages/server/src/__fixtures__/budget-kills-contract.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

describe('PostgreSQL', () => {
  const { newURL } = usePostgres();
  budgetKillsContract({ newURL: () => newURL() });
});
