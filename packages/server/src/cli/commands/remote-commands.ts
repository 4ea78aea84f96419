import { flag, number, text, texts } from '../arguments/options.ts';
import { command } from '../command.ts';

const SERVER = {
  name: 'URL',
  about: 'the server, as a URL or a swarm:// link (default: MAIL_BASE_URL, or the development server on this machine)',
  optional: true,
} as const;

export const clientCommand = command({
  name: 'client',
  summary: 'talk to a server interactively',
  about:
    'Talks to a server: reads commands, one per line, and prints their results. On a terminal it has history, completion and colours; otherwise it prints plain lines. Type help at its prompt.',
  arguments: [SERVER],
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
  run: async ({ values, words, terminal }) => {
    const { startClient } = await import('../repl/start-client.ts');
    return startClient(words[0], values, terminal);
  },
});

export const runCommand = command({
  name: 'run',
  summary: 'give a swarm one task and watch it work',
  about:
    'Gives a swarm one task, shows how its agents work on it, and prints the answer. Exit codes: 0 complete, 1 error, 2 wrong usage, 3 paused (waits for an answer), 130 cancelled. Ctrl-C cancels the task.',
  arguments: [
    {
      name: 'BODY',
      about: 'what to ask; read from the standard input if it is - or missing',
      optional: true,
      rest: true,
    },
  ],
  options: {
    url: text(
      'URL',
      'the server, as a URL or a swarm:// link (default: MAIL_BASE_URL, or the development server on this machine)',
      { short: 'u' },
    ),
    'api-key': text('KEY', 'the token (default: MAIL_API_KEY)', { short: 'ak' }),
    'swarm-source': text('FILE', 'run the swarm of this file in this process, without a server', { short: 's' }),
    'swarm-name': text('NAME', 'which swarm (default: the default swarm of the server)', { short: 'n' }),
    library: text('MODULE', 'with --swarm-source: what python:: and library:: names stand for'),
    python: text('PATH', 'with --swarm-source: the Python for python:: code, or its virtual environment'),
    'fetch-from': texts('HOST', 'with --swarm-source: a host that url:: references may name; may be repeated'),
    'task-id': text('ID', 'continue this task, or choose the id of a new one; without BODY, watch it', {
      short: 'tid',
    }),
    result: text('TEXT', 'with --task-id: answer the call that the task waits for'),
    results: text('JSON', 'the same for several calls: [{"call_id": …, "content": …}]'),
    subject: text('TEXT', 'the subject of the message'),
    entrypoint: text('AGENT', 'the agent to write to', { short: 'e' }),
    timeout: number('SECONDS', 'how long to wait; the task itself keeps running', { short: 't', least: 0.001 }),
    'max-steps': number('COUNT', 'the most messages that the run may send', { integer: true, least: 1 }),
    quiet: flag('print the answer and nothing else', 'q'),
    verbose: flag('also show reasoning and every call', 'v'),
    json: flag('print every event as a line of JSON, and the result as the last one'),
  },
  examples: [
    "run 'What is the weather in Rome?'",
    'run -q -s swarms.json "Roll 3 dice."',
    'run --task-id 1234 --result yes',
  ],
  run: async ({ values, words, terminal }) => {
    const { runTask } = await import('../run/run-task.ts');
    return runTask(words, values, terminal);
  },
});

export const pingCommand = command({
  name: 'ping',
  summary: 'check whether a server is running',
  about: 'Checks whether a server is running. The exit code is 1 if it is not.',
  arguments: [SERVER],
  options: {
    timeout: number('SECONDS', 'how long it may take (default: 5)', { short: 't', least: 0.001 }),
    json: flag('print what the server says about itself as one JSON object'),
  },
  examples: ['ping', 'ping http://localhost:8000 -t 1'],
  run: async ({ values, words, terminal }) => {
    const { pingServer } = await import('../ping/ping-server.ts');
    return pingServer(terminal, {
      url: words[0],
      seconds: values.timeout ?? 5,
      json: values.json === true,
    });
  },
});

export const swarmsCommand = command({
  name: 'swarms',
  summary: 'list, register and approve swarms of other servers',
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
  run: async ({ values, words, terminal }) => {
    const { manageSwarms } = await import('../swarms/manage-swarms.ts');
    return manageSwarms(words, values, terminal);
  },
});

export const budgetCommand = command({
  name: 'budget',
  summary: 'show what was spent; raise budgets, or end runs that wait for one',
  about:
    'Shows what model calls have used up on a day and what is left of the budgets, raises a budget, or ends a run that waits for one. Admins see all callers; only admins can raise budgets and end runs.',
  arguments: [{ name: 'ACTION', about: 'show, raise or end (default: show)', optional: true }],
  options: {
    server: text('URL', 'the server to ask (default: MAIL_BASE_URL, or the development server on this machine)', {
      short: 'u',
    }),
    'api-key': text('KEY', 'your token (default: MAIL_API_KEY)', { short: 'ak' }),
    'swarm-name': text('NAME', "the swarm (default: the server's default swarm)", { short: 'n' }),
    day: text('DAY', 'show: a day of UTC such as 2026-11-18 (default: today)'),
    caller: text('CALLER', 'raise, end: whose, such as user:alice; raise without it: the whole swarm'),
    'task-id': text('ID', 'raise, end: the task whose open run is meant'),
    calls: number('N', 'raise: how many model calls are allowed', { integer: true, least: 1 }),
    tokens: number('N', 'raise: how many tokens are allowed', { integer: true, least: 1 }),
    cost: number('AMOUNT', 'raise: how much they may cost', { least: 0 }),
    json: flag('print the answer of the server as a JSON object'),
  },
  examples: [
    'budget',
    'budget show --day 2026-11-18 --json',
    'budget raise --caller user:alice --cost 10',
    'budget raise --caller user:alice --task-id ID --calls 100',
    'budget end --caller user:alice --task-id ID',
  ],
  run: async ({ values, words, terminal }) => {
    const { manageBudgets } = await import('../budgets/manage-budgets.ts');
    return manageBudgets(words, values, terminal);
  },
});
