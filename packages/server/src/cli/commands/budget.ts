import { flag, number, text } from '../arguments/options.ts';
import { command } from '../command.ts';

export const budgetCommand = command({
  spec: {
    name: 'budget',
    about:
      'Shows what model calls have used up on a day and what is left of the budgets, raises a budget, or ends a run that waits for one. An admin sees everybody; raising and ending takes one.',
    arguments: [{ name: 'DO', about: 'show, raise or end; show unless given', optional: true }],
    options: {
      server: text('URL', 'the server to ask; MAIL_BASE_URL or the development server here unless given', {
        short: 'u',
      }),
      'api-key': text('KEY', 'your token; MAIL_API_KEY unless given', { short: 'ak' }),
      'swarm-name': text('NAME', "the swarm; the server's default unless given", { short: 'n' }),
      day: text('DAY', 'show: a day of UTC such as 2026-11-18; today unless given'),
      caller: text('CALLER', 'raise, end: whose, such as user:alice; raise: the whole swarm unless given'),
      'task-id': text('ID', 'raise, end: the task whose open run is meant'),
      calls: number('N', 'raise: how many model calls are allowed', { integer: true, least: 1 }),
      tokens: number('N', 'raise: how many tokens are allowed', { integer: true, least: 1 }),
      cost: number('AMOUNT', 'raise: how much they may cost', { least: 0 }),
      json: flag('the answer of the server as a JSON object'),
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
