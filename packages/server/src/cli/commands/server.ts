import { flag, number, text, texts } from '../arguments/options.ts';
import { command } from '../command.ts';

export const serverCommand = command({
  spec: {
    name: 'server',
    about:
      'Serves the swarms of a file over HTTP until it is stopped with Ctrl-C. Values come from defaults, then mail.toml, then the environment, then these options. Without any authentication configured it is in development: for this machine only, with fresh tokens that it prints.',
    arguments: [],
    options: {
      config: text('FILE', 'configuration file; MAIL_CONFIG_PATH or mail.toml unless given', { short: 'c' }),
      port: number('PORT', 'where to listen; 0 takes a free one', {
        short: 'p',
        integer: true,
        least: 0,
        most: 65_535,
      }),
      host: text('HOST', 'address to listen on', { short: 'H' }),
      reload: flag('start again whenever a file beside the swarm source changes', 'r'),
      debug: flag('open the routes that MAIL has for debugging', 'd'),
      'swarm-name': text('NAME', 'the swarm of requests that name none', { short: 'n' }),
      'swarm-source': text('FILE', 'the swarms: JSON, or a module that exports them', { short: 's' }),
      'swarm-registry': text('FILE', "peers, in a file of MAIL's reference", { short: 'rf' }),
      library: text('MODULE', 'a module that exports referenceLibrary: what python:: and library:: names stand for'),
      'database-url': text('URL', 'sqlite:FILE, sqlite::memory:, postgres://… or none'),
      'public-url': text('URL', 'where others reach this server'),
      auth: text('MODE', 'who recognises callers', { choices: ['auto', 'tokens', 'external', 'development'] }),
      'cors-origin': texts('ORIGIN', 'pages that may call the server; may be repeated'),
      'tls-cert': text('FILE', 'certificate chain, as PEM'),
      'tls-key': text('FILE', 'its private key, as PEM'),
      'task-message-limit': number('COUNT', 'messages that a run may have', { integer: true, least: 1 }),
      'print-llm-streams': text('YES', 'show here what models write', { choices: ['true', 'false'] }),
      'drain-seconds': number('SECONDS', 'what is under way may take so long when it is stopped', { least: 0 }),
      open: flag('open the server in a browser'),
      'log-format': text('FORMAT', 'how the log is written', { choices: ['pretty', 'json'] }),
      'log-folder': text('FOLDER', 'also write one log file per day there'),
      'print-config': flag('show each value and where it comes from, and do nothing else'),
    },
    examples: ['server', 'server -s swarm.ts -p 8001', 'server --print-config'],
  },
  run: async ({ values, terminal }) => {
    const { serve } = await import('../serve/serve.ts');
    return serve(values, terminal);
  },
});
