import { createOwner } from '../auth/owners.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Desk } from '../services/services.ts';

/** The desks of two owners over one database in memory, for services that ask no engine and no network. */
export type TestDesks = Disposable & {
  ann: Desk;
  bob: Desk;
  /** Stands still unless it is moved. */
  clock: { time: number };
};

/** Opens both desks. */
export function openDesks(file = ':memory:'): TestDesks {
  const database = openDatabase(file);
  const clock = { time: Date.parse('2026-03-01T12:00:00.000Z') };
  const now = (): Date => new Date(clock.time);
  const refuse = (): never => {
    throw new Error('This service was not expected to leave the house.');
  };
  const engine = { name: 'offline', model: null, version: 'none', analyze: refuse, tailor: refuse } as const;
  const office = {
    database,
    now,
    fetchPage: refuse,
    gmail: refuse,
    engines: { offline: { analysis: engine, tailoring: engine } },
    dataDir: '/nowhere',
  };
  const [ann, bob] = ['ann', 'bob'].map((name) => ({ ...office, ownerId: createOwner(database, name, now()).ownerId }));
  return { ann: ann!, bob: bob!, clock, [Symbol.dispose]: () => database[Symbol.dispose]() };
}
