import { loadConfig } from '../../config/load-config.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';

export type DatabaseFlags = { config?: string; 'database-url'?: string };

/** The URL of the database that the server is configured with, if it is one that outlives a program. */
export function findDatabase(flags: DatabaseFlags, { environment, folder }: Terminal): string {
  const { config, 'database-url': url } = flags;
  const given = { config, 'database-url': url };
  const { databaseURL } = loadConfig({ flags: given, environment, folder }).values;
  if (databaseURL !== 'none' && databaseURL !== 'sqlite::memory:') return databaseURL;
  throw new UsageError('The configured database is in memory: changes to it are lost at once.', {
    hint: 'Name another one with --database-url.',
  });
}
