import { describe } from 'vitest';
import { storeContract } from '../contract/__fixtures__/store-contract.ts';
import { openStore } from '../open-store.ts';
import { testClock } from '../contract/__fixtures__/test-clock.ts';

describe('SQLite in memory', () => {
  const { now, passTime } = testClock();
  storeContract(() => openStore('sqlite::memory:', { now }), { passTime });
});
