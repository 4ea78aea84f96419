import { flag, number, text, texts } from '../arguments/options.ts';
import { command } from '../command.ts';

export const serverCommand = command({
  spec: {
    name: 'server',
    about:
      'Serves the swarms of a file over HTTP until it is stopped with Ctrl-C. Values come from defaults, then mail.toml, then the environment, then these options. Without authentication it runs in development mode: it accepts requests from this machine only, and prints fresh tokens.',
    arguments: [],
    options: {
      config: text('FILE', 'configuration file (default: MAIL_CONFIG_PATH, or mail.toml)', { short: 'c' }),
      port: number('PORT', 'port to listen on; 0 picks a free one', {
        short: 'p',
        integer: true,
        least: 0,
        most: 65_535,
      }),
      host: text('HOST', 'address to listen on', { short: 'H' }),
      reload: flag('restart whenever a file beside the swarm source changes', 'r'),
      debug: flag('enable the debugging routes of MAIL', 'd'),
      'swarm-name': text('NAME', 'the swarm for requests that name none', { short: 'n' }),
      'swarm-source': text('FILE', 'the swarms: JSON, or a module that exports them', { short: 's' }),
      'swarm-registry': text('FILE', "peers, in the registry file format of MAIL's reference", { short: 'rf' }),
      library: text('MODULE', 'a module that exports referenceLibrary: what python:: and library:: names stand for'),
      python: text(
        'PATH',
        'the Python that runs python:: code, or its virtual environment (default: VIRTUAL_ENV, or python3)',
      ),
      'database-url': text('URL', 'sqlite:FILE, sqlite::memory:, postgres://… or none'),
      'public-url': text('URL', 'where others reach this server'),
      auth: text('MODE', 'how callers are authenticated', { choices: ['auto', 'tokens', 'external', 'development'] }),
      'cors-origin': texts('ORIGIN', 'pages that may call the server; may be repeated'),
      'tls-cert': text('FILE', 'certificate chain, as PEM'),
      'tls-key': text('FILE', 'its private key, as PEM'),
      'task-message-limit': number('COUNT', 'the most messages that a run may send', { integer: true, least: 1 }),
      'print-llm-streams': text('YES', 'print what models write', { choices: ['true', 'false'] }),
      'drain-seconds': number('SECONDS', 'how long running work may take when the server stops', { least: 0 }),
      open: flag('open the server in a browser'),
      'log-format': text('FORMAT', 'how the log is written', { choices: ['pretty', 'json'] }),
      'log-folder': text('FOLDER', 'also write one log file per day there'),
      'print-config': flag('print each value and where it comes from, then exit'),
    },
    examples: ['server', 'server -s swarm.ts -p 8001', 'server --print-config'],
  },
  run: async ({ values, terminal }) => {
    const { serve } = await import('../serve/serve.ts');
    return serve(values, terminal);
  },
});
