import { flag, number, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const runCommand = command({
  spec: {
    name: 'run',
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
  },
  run: async ({ values, words, terminal }) => {
    const { runTask } = await import('../run/run-task.ts');
    return runTask(words, values, terminal);
  },
});
