import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const pruneCommand = command({
  spec: {
    name: 'prune',
    about:
      'Deletes tasks and chat sessions that are older than the configuration allows (server.retention), once, in small steps. Servers may use the database meanwhile; they do the same every ten minutes.',
    arguments: [],
    options: {
      'retention-complete-days': text('DAYS', 'for completed tasks'),
      'retention-error-days': text('DAYS', 'for failed tasks'),
      'retention-cancelled-days': text('DAYS', 'for cancelled tasks'),
      'retention-paused-days': text('DAYS', 'for paused tasks'),
      'retention-sessions-days': text('DAYS', 'for chat sessions, with their tasks'),
      config: text('FILE', 'configuration file with the retention', { short: 'c' }),
      'database-url': text('URL', 'the database (default: DATABASE_URL, or sqlite:posthouse.db)'),
      json: flag('print the outcome as a JSON object'),
    },
    examples: ['prune', 'prune --retention-complete-days 30 --retention-error-days 90'],
  },
  run: async ({ values, terminal }) => {
    const { pruneOld } = await import('../deletion/delete-data.ts');
    return pruneOld(values, terminal);
  },
});
