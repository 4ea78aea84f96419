import { flag, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const tokenCommand = command({
  spec: {
    name: 'token',
    about:
      "Keeps the tokens by which callers are known, in the server's database. A token is shown once, when it is created; only its hash is kept. The running server knows of changes within seconds.",
    arguments: [
      { name: 'DO', about: 'create, list or revoke' },
      { name: 'HANDLE', about: 'revoke: which token, as list shows it', optional: true },
    ],
    options: {
      role: text('ROLE', 'what its holder may do', { choices: ['user', 'admin', 'agent'] }),
      id: text('ID', 'whose it is: callers of one id share their tasks'),
      name: text('NAME', 'a remark for the list'),
      config: text('FILE', 'configuration file that names the database', { short: 'c' }),
      'database-url': text('URL', 'the database; DATABASE_URL or sqlite:posthouse.db unless given'),
      json: flag('one JSON object per line'),
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
