import type { Store } from '../../store.ts';
import { archiveContract } from './archive-contract.ts';
import { changesContract } from './changes-contract.ts';
import { claimContract } from './claim-contract.ts';
import { commitContract } from './commit-contract.ts';
import { deletionContract } from './deletion-contract.ts';
import { deletionRecordsContract } from './deletion-records-contract.ts';
import { disposalContract } from './disposal-contract.ts';
import { expectationsContract } from './expectations-contract.ts';
import { leaseContract } from './lease-contract.ts';
import { liveTextContract } from './live-text-contract.ts';
import { mailContract } from './mail-contract.ts';
import { modelContract } from './model-contract.ts';
import { onceContract } from './once-contract.ts';
import { readingContract } from './reading-contract.ts';
import { recordsContract } from './records-contract.ts';
import type { ContractOptions } from './samples.ts';
import { sessionsContract } from './sessions-contract.ts';
import { spendingContract } from './spending-contract.ts';
import { textContract } from './text-contract.ts';
import { timeContract } from './time-contract.ts';
import { transcriptsContract } from './transcripts-contract.ts';
import { turnsContract } from './turns-contract.ts';

/**
 * What every store must do, whatever database is behind it. `open` gives a new, empty store at every call.
 *
 * @example describe('in memory', () => storeContract(open, { passTime }));
 */
export function storeContract(open: () => Promise<Store>, rest: Omit<ContractOptions, 'open'>): void {
  const options = { open, ...rest };
  commitContract(options);
  expectationsContract(options);
  onceContract(options);
  mailContract(options);
  turnsContract(options);
  liveTextContract(options);
  readingContract(options);
  timeContract(options);
  claimContract(options);
  leaseContract(options);
  changesContract(options);
  recordsContract(options);
  sessionsContract(options);
  transcriptsContract(options);
  spendingContract(options);
  textContract(options);
  deletionContract(options);
  deletionRecordsContract(options);
  archiveContract(options);
  disposalContract(options);
  modelContract(options);
}
