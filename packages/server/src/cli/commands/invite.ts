import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const inviteCommand = command({
  spec: {
    name: 'invite',
    about:
      'Prints a swarm:// link with a new token, which is stored in the database of the server. Another server registers the link (swarms register LINK) and may then write to the agents here; a person opens it with client.',
    arguments: [{ name: 'ID', about: 'who is invited: the name of the other swarm, or the id of a user' }],
    options: {
      role: text('ROLE', 'what the holder may do (default: agent, which is another swarm)', {
        choices: ['agent', 'user', 'admin'],
      }),
      url: text(
        'URL',
        'where others reach this server (default: MAIL_PUBLIC_URL, or the development server on this machine)',
      ),
      swarm: text('NAME', 'the swarm that invites (default: the one the server names)', { short: 'n' }),
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database (default: DATABASE_URL, or sqlite:posthouse.db)'),
      json: flag('print everything as one JSON object'),
    },
    examples: ['invite beta --url https://alpha.example.org', 'invite ada --role user'],
  },
  run: async ({ values, words, terminal }) => {
    const { invite } = await import('../invite/invite.ts');
    return invite(words[0]!, values, terminal);
  },
});
