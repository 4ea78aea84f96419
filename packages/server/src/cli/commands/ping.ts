import { flag, number } from '../arguments/options.ts';
import { command } from '../command.ts';

export const pingCommand = command({
  spec: {
    name: 'ping',
    about: 'Checks whether a server is running. The exit code is 1 if it is not.',
    arguments: [
      {
        name: 'URL',
        about:
          'the server, as a URL or a swarm:// link (default: MAIL_BASE_URL, or the development server on this machine)',
        optional: true,
      },
    ],
    options: {
      timeout: number('SECONDS', 'how long it may take (default: 5)', { short: 't', least: 0.001 }),
      json: flag('print what the server says about itself as one JSON object'),
    },
    examples: ['ping', 'ping http://localhost:8000 -t 1'],
  },
  run: async ({ values, words, terminal }) => {
    const { pingServer } = await import('../ping/ping-server.ts');
    return pingServer(terminal, {
      url: words[0],
      seconds: values.timeout ?? 5,
      json: values.json === true,
    });
  },
});
