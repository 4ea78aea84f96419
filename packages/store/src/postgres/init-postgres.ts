import type { InitStep } from './init-step.ts';
import { importReference } from './import/import-reference.ts';
import { openDatabase } from './open-database.ts';

const selectTables = {
  name: 'tables',
  text: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'mail' ORDER BY tablename",
};

/** Makes our tables in a PostgreSQL database, and takes over what the reference has stored there. */
export async function initPostgres(url: string, onProgress: (step: InitStep) => void): Promise<void> {
  const settings = { connections: 2, giveUpMilliseconds: 5_000, durability: 'full' } as const;
  const { database } = await openDatabase(url, settings);
  await using _ = database;
  for (const { name } of await database.run<{ name: string }>(selectTables)) {
    onProgress({ type: 'table', name: `mail.${name}` });
  }
  const imported = await importReference(database);
  if (imported !== undefined) onProgress({ type: 'imported', imported });
}
