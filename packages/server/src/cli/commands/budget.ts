import { flag, number, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const budgetCommand = command({
  spec: {
    name: 'budget',
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
  },
  run: async ({ values, words, terminal }) => {
    const { manageBudgets } = await import('../budgets/manage-budgets.ts');
    return manageBudgets(words, values, terminal);
  },
});
