import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const pruneCommand = command({
  spec: {
    name: 'prune',
    about:
      'Deletes tasks and chat sessions that are older than the configuration lets them get (server.retention), once, in small steps. Servers may be running on the database; they do the same by themselves every ten minutes.',
    arguments: [],
    options: {
      'retention-complete-days': text('DAYS', 'for completed tasks'),
      'retention-error-days': text('DAYS', 'for failed tasks'),
      'retention-cancelled-days': text('DAYS', 'for cancelled tasks'),
      'retention-paused-days': text('DAYS', 'for tasks that wait for somebody'),
      'retention-sessions-days': text('DAYS', 'for chat sessions, with their tasks'),
      config: text('FILE', 'configuration file that says how long', { short: 'c' }),
      'database-url': text('URL', 'the database; DATABASE_URL or sqlite:posthouse.db unless given'),
      json: flag('the outcome as a JSON object'),
    },
    examples: ['prune', 'prune --retention-complete-days 30 --retention-error-days 90'],
  },
  run: async ({ values, terminal }) => {
    const { pruneOld } = await import('../deletion/delete-data.ts');
    return pruneOld(values, terminal);
  },
});
