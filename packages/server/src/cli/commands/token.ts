import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const tokenCommand = command({
  spec: {
    name: 'token',
    about:
      "Manages the tokens of callers in the server's database. A token is shown once, when it is created; only its hash is stored. A running server notices changes within seconds.",
    arguments: [
      { name: 'ACTION', about: 'create, list or revoke' },
      { name: 'HANDLE', about: 'revoke: which token, as list shows it', optional: true },
    ],
    options: {
      role: text('ROLE', 'what its holder may do', { choices: ['user', 'admin', 'agent'] }),
      id: text('ID', 'the id of its holder; callers with the same id share their tasks'),
      name: text('NAME', 'a note that token list shows'),
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database (default: DATABASE_URL, or sqlite:posthouse.db)'),
      json: flag('print one JSON object per line'),
    },
    examples: [
      'token create --role admin --id me',
      'token list',
      'token revoke 1f3870be274f',
      'token revoke --role user --id alice',
    ],
  },
  run: async ({ values, words, terminal }) => {
    const { manageTokens } = await import('../tokens/manage-tokens.ts');
    return manageTokens(words, values, terminal);
  },
});
