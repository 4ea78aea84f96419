import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const swarmsCommand = command({
  spec: {
    name: 'swarms',
    about:
      'Tells a running server which other servers there are, or asks it. It is for admins: give the token of one, or start it where the server runs in development.',
    arguments: [
      { name: 'DO', about: 'list, register, unregister, approve or discover' },
      {
        name: 'WORDS',
        about: 'register: NAME URL, or a swarm:// link; unregister, approve: NAME; discover: URLs of registries',
        rest: true,
        optional: true,
      },
    ],
    options: {
      server: text('URL', 'the server to tell; MAIL_BASE_URL or the development server here unless given', {
        short: 'u',
      }),
      'api-key': text('KEY', 'the token of an admin; MAIL_API_KEY unless given', { short: 'ak' }),
      token: text('TOKEN', 'register, approve: the token that the other server gave us'),
      volatile: flag('register, approve: forget it when the server stops', 'V'),
      agents: text(
        'NAMES',
        'register, approve: further agents that it may write to, separated by commas; all for every one',
      ),
      callers: text('IDS', 'register, approve: ids of its tokens here, when they are not called like it'),
      json: flag('one JSON object per line'),
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
