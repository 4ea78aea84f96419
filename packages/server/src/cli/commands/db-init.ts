import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const dbInitCommand = command({
  spec: {
    name: 'db-init',
    about:
      "Makes the tables of the database, or brings them up to date, and lists them. Takes over, once, what a server of MAIL's reference has stored in the same PostgreSQL database. May be run any number of times.",
    arguments: [],
    options: {
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database; DATABASE_URL or sqlite:posthouse.db unless given'),
      json: flag('one JSON object per step and line'),
    },
    examples: ['db-init', 'db-init --database-url postgres://me@localhost/posthouse'],
  },
  run: async ({ values, terminal }) => {
    const { prepareDatabase } = await import('../database/prepare-database.ts');
    return prepareDatabase(values, terminal);
  },
});
