import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const inviteCommand = command({
  spec: {
    name: 'invite',
    about:
      'Prints a swarm:// link with a new token in it, made in the database of the server. Another server registers it (swarms register LINK), and may then write to the agents here; a person opens it with client.',
    arguments: [{ name: 'ID', about: 'who is invited: the name of the other swarm, or the id of a user' }],
    options: {
      role: text('ROLE', 'what the holder may do; agent, which is another swarm, unless given', {
        choices: ['agent', 'user', 'admin'],
      }),
      url: text('URL', 'where others reach this server; MAIL_PUBLIC_URL or the development server here unless given'),
      swarm: text('NAME', 'the swarm that invites; the one the server names unless given', { short: 'n' }),
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database; DATABASE_URL or sqlite:posthouse.db unless given'),
      json: flag('everything about it, as one JSON object'),
    },
    examples: ['invite beta --url https://alpha.example.org', 'invite ada --role user'],
  },
  run: async ({ values, words, terminal }) => {
    const { invite } = await import('../invite/invite.ts');
    return invite(words[0]!, values, terminal);
  },
});
