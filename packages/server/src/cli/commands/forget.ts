import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const forgetCommand = command({
  spec: {
    name: 'forget',
    about:
      'Deletes all data of a user from the database: chat sessions, tasks in all swarms, tokens, spending. Servers may use the database meanwhile; they end running tasks, and notify other servers that worked on them.',
    arguments: [{ name: 'USER', about: 'the id of the user' }],
    options: {
      role: text('ROLE', 'the role of the user (default: user)', { choices: ['user', 'admin'] }),
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database (default: DATABASE_URL, or sqlite:posthouse.db)'),
      json: flag('print the outcome as a JSON object'),
    },
    examples: ['forget alice', 'forget root --role admin'],
  },
  run: async ({ values, words, terminal }) => {
    const { forgetUser } = await import('../deletion/delete-data.ts');
    return forgetUser(words[0]!, values, terminal);
  },
});
