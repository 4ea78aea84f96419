import { flag, number, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const runCommand = command({
  spec: {
    name: 'run',
    about:
      'Gives a swarm one task, shows how its agents work it out, and prints the answer. The exit code tells the end: 0 complete, 1 error, 2 wrong usage, 3 paused (somebody has to answer), 130 cancelled. Ctrl-C cancels the task.',
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
        'the server, as a URL or a swarm:// link; MAIL_BASE_URL or the development server here unless given',
        { short: 'u' },
      ),
      'api-key': text('KEY', 'the token; MAIL_API_KEY unless given', { short: 'ak' }),
      'swarm-source': text('FILE', 'run the swarm of this file right here, without a server', { short: 's' }),
      'swarm-name': text('NAME', 'which swarm; the default one unless given', { short: 'n' }),
      library: text('MODULE', 'with --swarm-source: what python:: and library:: names stand for'),
      'task-id': text('ID', 'go on with this task, or choose the id of a new one; without BODY, watch it', {
        short: 'tid',
      }),
      result: text('TEXT', 'with --task-id: answer the call that the task waits for'),
      results: text('JSON', 'the same for several calls: [{"call_id": …, "content": …}]'),
      subject: text('TEXT', 'the subject of the message'),
      entrypoint: text('AGENT', 'the agent to write to', { short: 'e' }),
      timeout: number('SECONDS', 'how long to wait; the task itself goes on', { short: 't', least: 0.001 }),
      'max-steps': number('COUNT', 'messages that the run may have', { integer: true, least: 1 }),
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
