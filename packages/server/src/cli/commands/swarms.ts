import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const swarmsCommand = command({
  spec: {
    name: 'swarms',
    about:
      'Lists and changes the other servers that a running server knows. For admins only: give the token of an admin, or run it where a development server runs.',
    arguments: [
      { name: 'ACTION', about: 'list, register, unregister, approve or discover' },
      {
        name: 'WORDS',
        about: 'register: NAME URL, or a swarm:// link; unregister, approve: NAME; discover: URLs of registries',
        rest: true,
        optional: true,
      },
    ],
    options: {
      server: text('URL', 'the server to tell (default: MAIL_BASE_URL, or the development server on this machine)', {
        short: 'u',
      }),
      'api-key': text('KEY', 'the token of an admin (default: MAIL_API_KEY)', { short: 'ak' }),
      token: text('TOKEN', 'register, approve: the token that the other server gave us'),
      volatile: flag('register, approve: forget it when the server stops', 'V'),
      agents: text('NAMES', 'register, approve: more agents that it may write to, separated by commas, or all'),
      callers: text('IDS', 'register, approve: ids of its tokens here, if they differ from its name'),
      json: flag('print one JSON object per line'),
    },
    examples: [
      'swarms list',
      'swarms register beta https://beta.example.org --token KEY',
      "swarms register 'swarm://invite?server=beta.example.org&swarm=beta&token=KEY'",
      'swarms discover https://registry.example.org',
      'swarms approve beta --token KEY',
      'swarms unregister beta',
    ],
  },
  run: async ({ values, words, terminal }) => {
    const { manageSwarms } = await import('../swarms/manage-swarms.ts');
    return manageSwarms(words, values, terminal);
  },
});
