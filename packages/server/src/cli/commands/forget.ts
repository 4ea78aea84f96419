import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const forgetCommand = command({
  spec: {
    name: 'forget',
    about:
      'Deletes everything of a user from the database: chat sessions, tasks in all swarms, tokens, spending. Servers may be running on it; they end what runs, and tell other servers that worked on the tasks.',
    arguments: [{ name: 'USER', about: 'the id of the user' }],
    options: {
      role: text('ROLE', 'the role that is meant; user unless given', { choices: ['user', 'admin'] }),
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database; DATABASE_URL or sqlite:posthouse.db unless given'),
      json: flag('the outcome as a JSON object'),
    },
    examples: ['forget alice', 'forget root --role admin'],
  },
  run: async ({ values, words, terminal }) => {
    const { forgetUser } = await import('../deletion/delete-data.ts');
    return forgetUser(words[0]!, values, terminal);
  },
});
