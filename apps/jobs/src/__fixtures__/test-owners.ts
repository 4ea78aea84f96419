import { createOwner } from '../auth/owners.ts';
import { openDatabase } from '../database/open-database.ts';
import type { OwnerServices } from '../services/services.ts';

/** Two owners over one database in memory, for code that asks no engine and no network. */
export type TestOwners = Disposable & {
  ann: OwnerServices;
  bob: OwnerServices;
  /** Stands still unless it is moved. */
  clock: { time: number };
};

/** Makes both owners. */
export function openTestOwners(file = ':memory:'): TestOwners {
  const database = openDatabase(file);
  const clock = { time: Date.parse('2026-03-01T12:00:00.000Z') };
  const now = (): Date => new Date(clock.time);
  const refuse = (): never => {
    throw new Error('Nothing was expected to be asked of an engine or of the network.');
  };
  const engine = { name: 'offline', model: null, version: 'none', analyze: refuse, tailor: refuse } as const;
  const services = {
    database,
    now,
    fetchPage: refuse,
    gmail: refuse,
    engines: { offline: { analysis: engine, tailoring: engine } },
    dataDir: '/nowhere',
  };
  const [ann, bob] = ['ann', 'bob'].map((name) => ({
    ...services,
    ownerId: createOwner(database, name, now()).ownerId,
  }));
  return { ann: ann!, bob: bob!, clock, [Symbol.dispose]: () => database[Symbol.dispose]() };
}
