import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const dbInitCommand = command({
  spec: {
    name: 'db-init',
    about:
      'Creates or updates the tables of the database, and lists them. Imports, once, what the reference implementation of MAIL has stored in the same PostgreSQL database. Can be run any number of times.',
    arguments: [],
    options: {
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database (default: DATABASE_URL, or sqlite:posthouse.db)'),
      json: flag('print one JSON object per step and line'),
    },
    examples: ['db-init', 'db-init --database-url postgres://me@localhost/posthouse'],
  },
  run: async ({ values, terminal }) => {
    const { prepareDatabase } = await import('../database/prepare-database.ts');
    return prepareDatabase(values, terminal);
  },
});
