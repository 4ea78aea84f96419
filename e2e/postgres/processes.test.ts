import { describe } from 'vitest';
import { crashContract } from '../../packages/store/src/contract/__fixtures__/crash-contract.ts';
import { deletionRacesContract } from '../../packages/store/src/contract/__fixtures__/deletion-races-contract.ts';
import { othersContract } from '../../packages/store/src/contract/__fixtures__/others-contract.ts';
import { twoProcessesContract } from '../../packages/store/src/contract/__fixtures__/two-processes-contract.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

describe('PostgreSQL', () => {
  const { newURL } = usePostgres();
  twoProcessesContract({ newURL });
  crashContract({ newURL });
  othersContract({ newURL });
  deletionRacesContract({ newURL });
});
