import { raiseBudgetWire, raiseRunBudgetWire, spendingWire, taskStateWire } from '@posthouse/protocol';
import { z } from 'zod';
import { describeRoutes, get, gives, post, takes } from './describe-routes.ts';
import { inQuery, swarmParameter, TASK_ID } from './shared-parameters.ts';

const spent = { calls: 3, input_tokens: 300, output_tokens: 60, cost: 0.000975 };
const budgets = { run: { calls: 50 }, caller: { cost: 5 }, swarm: {} };

/** Spending and budgets. */
export const budgetRoutes = describeRoutes('tasks', {
  getSpending: get('/budgets', 'user', {
    summary: 'What was spent on a day, and what may be spent today',
    description:
      'Days are in UTC. An admin is also shown the whole swarm, its callers and the runs that wait for a budget.',
    parameters: [swarmParameter, inQuery('day', '2026-11-17', 'The day; today unless given.')],
    answers: gives('What the caller has spent.', spendingWire, {
      swarm: 'newsroom',
      day: '2026-11-18',
      ends_at: '2026-11-19T00:00:00.000Z',
      budgets,
      spent,
    }),
    errors: ['invalid_input', 'swarm_not_found'],
  }),
  raiseBudget: post('/budgets', 'admin', {
    summary: 'Raise the budget of a caller, or of a whole swarm, for today',
    description: 'Replaces the budget until the day ends. Runs that waited for it continue.',
    body: takes(raiseBudgetWire, { caller: 'user:alice', cost: 10 }),
    answers: gives(
      'How many runs continue.',
      z.strictObject({ swarm: z.string(), day: z.string(), resumed: z.number().int() }),
      { swarm: 'newsroom', day: '2026-11-18', resumed: 1 },
    ),
    errors: ['invalid_input', 'invalid_address', 'swarm_not_found'],
  }),
  raiseRunBudget: post('/budgets/runs', 'admin', {
    summary: 'Raise the budget of the open run of a task, or end the run',
    body: takes(raiseRunBudgetWire, { caller: 'user:alice', task_id: TASK_ID, calls: 100 }),
    answers: gives('How the task stands now.', taskStateWire, { task_id: TASK_ID, status: 'running' }),
    errors: ['invalid_input', 'invalid_address', 'swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
});
