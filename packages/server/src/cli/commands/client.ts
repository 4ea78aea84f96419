import { flag, number, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const clientCommand = command({
  spec: {
    name: 'client',
    about:
      'Talks to a server: reads commands, one per line, and prints their results. On a terminal it has history, completion and colours; otherwise it prints plain lines. Type help at its prompt.',
    arguments: [
      {
        name: 'URL',
        about:
          'the server, as a URL or a swarm:// link (default: MAIL_BASE_URL, or the development server on this machine)',
        optional: true,
      },
    ],
    options: {
      config: text('FILE', 'configuration file; only its [client] table is used', { short: 'c' }),
      'api-key': text('KEY', 'the token (default: MAIL_API_KEY)', { short: 'ak' }),
      timeout: number('SECONDS', 'how long an answer may take', { short: 't', least: 0.001 }),
      verbose: flag('show every raw answer', 'v'),
      json: flag('print one JSON object per line, for programs'),
    },
    examples: [
      'client',
      'client http://localhost:8000 -ak KEY',
      'client "swarm://connect?server=mail.example.org&token=KEY"',
    ],
  },
  run: async ({ values, words, terminal }) => {
    const { startClient } = await import('../repl/start-client.ts');
    return startClient(words[0], values, terminal);
  },
});
