import { flag, number, text, texts } from '../arguments/options.ts';
import { packageVersion, PROTOCOL_VERSION } from '../../versions.ts';
import { command } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { print } from '../terminal/terminal.ts';
import { LIMIT_OPTIONS } from './limit-options.ts';

const PYTHON = text(
  'PATH',
  'the Python that runs python:: code, or its virtual environment (default: VIRTUAL_ENV, or python3)',
);

const CONFIG = text('FILE', 'configuration file (default: MAIL_CONFIG_PATH, or mail.toml)', { short: 'c' });
const SWARM_SOURCE = text('FILE', 'the swarms: JSON, or a module that exports them', { short: 's' });
const LIBRARY = text('MODULE', 'a module that exports referenceLibrary: what python:: and library:: names stand for');
const FETCH_FROM = texts('HOST', 'a host that url:: references of the swarms may name; may be repeated');

export const serverCommand = command({
  name: 'server',
  summary: 'serve swarms over HTTP',
  about:
    'Serves the swarms of a file over HTTP until it is stopped with Ctrl-C. Values come from defaults, then mail.toml, then the environment, then these options. Without authentication it runs in development mode: it accepts requests from this machine only, and prints fresh tokens.',
  arguments: [],
  options: {
    config: CONFIG,
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
    'swarm-source': SWARM_SOURCE,
    'swarm-registry': text('FILE', "peers, in the registry file format of MAIL's reference", { short: 'rf' }),
    library: LIBRARY,
    python: PYTHON,
    'fetch-from': FETCH_FROM,
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
    ...LIMIT_OPTIONS,
  },
  rareOptions:
    'Also: --run-…, --budget-…, --model-calls-… and --retention-… set limits of runs, budgets, the queue and how long data is kept; docs/configuration.md lists them.',
  examples: ['server', 'server -s swarm.ts -p 8001', 'server --print-config'],
  run: async ({ values, terminal }) => {
    const { serve } = await import('../serve/serve.ts');
    return serve(values, terminal);
  },
});

export const initCommand = command({
  name: 'init',
  summary: 'create a swarm to start from',
  about:
    'Writes a swarm to start from, in JSON and in TypeScript, with its configuration. It answers offline until you set the API key of a model. Never overwrites a file.',
  arguments: [{ name: 'FOLDER', about: 'where to write (default: the current folder)', optional: true }],
  options: {},
  examples: ['init', 'init my-swarm'],
  run: async ({ words, terminal }) => {
    const { writeStarter } = await import('../init/write-starter.ts');
    return writeStarter(words[0], terminal);
  },
});

export const validateCommand = command({
  name: 'validate',
  summary: 'check a file with swarms, a message or an envelope',
  about:
    'Checks files: swarms (JSON, or a TypeScript module), MAIL messages, envelopes between swarms. Prints what each file is, and every problem with its place. The exit code is 1 if there is a problem.',
  arguments: [{ name: 'FILE', about: 'the files to check; - reads the standard input', rest: true }],
  options: {
    json: flag('print one JSON object per file and line'),
    library: text(
      'MODULE',
      'a module that exports referenceLibrary: what python:: and library:: names of swarms stand for',
    ),
    python: PYTHON,
    'fetch-from': texts('HOST', 'a host that url:: references of swarms may name; may be repeated'),
  },
  examples: ['validate swarms.json', 'validate --json message.json'],
  run: async ({ values, words, terminal }) => {
    const { validateFiles } = await import('../validate/validate-files.ts');
    return validateFiles(words, terminal, {
      json: values.json === true,
      library: values.library,
      python: values.python,
      fetchFrom: values['fetch-from'],
    });
  },
});

export const doctorCommand = command({
  name: 'doctor',
  summary: 'say what a server would find here',
  about:
    'Says what a server that is started here would find: Node, the Python for python:: code, and its swarms, with every problem and its place. Starts nothing. The exit code is 1 if there is a problem.',
  arguments: [],
  options: {
    config: CONFIG,
    'swarm-source': SWARM_SOURCE,
    library: LIBRARY,
    python: PYTHON,
    'fetch-from': FETCH_FROM,
  },
  examples: ['doctor', 'doctor --python .venv'],
  run: async ({ values, terminal }) => {
    const { examinePlace } = await import('../doctor/examine-place.ts');
    return examinePlace(values, terminal);
  },
});

export const registerCommand = command({
  name: 'register',
  summary: 'open swarm:// links with this program',
  about:
    'Makes this program the one that opens swarm:// links. On Linux it writes a desktop entry; on macOS and Windows it prints what to do.',
  arguments: [],
  options: { 'dry-run': flag('only show what would be written') },
  examples: ['register', 'register --dry-run'],
  run: async ({ values, terminal }) => {
    const { registerLinks } = await import('../register/register-links.ts');
    return registerLinks(terminal, { dryRun: values['dry-run'] === true });
  },
});

export const versionCommand = command({
  name: 'version',
  summary: 'show the versions of the program and the protocol',
  about: 'Prints the version of this program and of the MAIL protocol it implements.',
  arguments: [],
  options: { json: flag('print one JSON object') },
  examples: ['version'],
  run: async ({ values, terminal }) => {
    const version = packageVersion();
    print(
      terminal,
      values.json === true
        ? JSON.stringify({ implementation: version, protocol: PROTOCOL_VERSION, node: process.versions.node })
        : [
            `Implementation: posthouse ${version}`,
            `Protocol: MAIL ${PROTOCOL_VERSION}`,
            'Versions x.y.z of the protocol with the same x.y are compatible.',
          ].join('\n'),
    );
    return EXIT.complete;
  },
});
