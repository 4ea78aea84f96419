import { raiseBudgetWire, raiseRunBudgetWire, spendingWire, taskStateWire } from '@posthouse/protocol';
import { z } from 'zod';
import type { DocumentedRoute } from './documented-route.ts';
import { swarmParameter, TASK_ID } from './shared-parameters.ts';

const spent = { calls: 3, input_tokens: 300, output_tokens: 60, cost: 0.000975 };
const budgets = { run: { calls: 50 }, caller: { cost: 5 }, swarm: {} };

/** What was spent, and more of it. */
export const budgetRoutes: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/budgets',
    operation: 'getSpending',
    tag: 'tasks',
    summary: 'What was spent on a day, and what may be today',
    description:
      'Days are those of UTC. An admin is also shown the whole swarm, its callers and the runs that wait for a budget.',
    access: 'user',
    parameters: [
      swarmParameter,
      { name: 'day', in: 'query', description: 'Another day than today.', schema: z.string(), example: '2026-11-17' },
    ],
    answers: {
      200: {
        description: 'What the caller has spent.',
        schema: spendingWire.schema,
        example: { swarm: 'newsroom', day: '2026-11-18', ends_at: '2026-11-19T00:00:00.000Z', budgets, spent },
      },
    },
    errors: ['invalid_input', 'swarm_not_found'],
  },
  {
    method: 'post',
    path: '/budgets',
    operation: 'raiseBudget',
    tag: 'tasks',
    summary: 'Allow a caller, or a whole swarm, more for today',
    description: 'Takes the place of the budget until the day ends. Runs that have waited for it go on.',
    access: 'admin',
    body: { schema: raiseBudgetWire.schema, example: { caller: 'user:alice', cost: 10 } },
    answers: {
      200: {
        description: 'How many runs go on.',
        schema: z.strictObject({ swarm: z.string(), day: z.string(), resumed: z.number().int() }),
        example: { swarm: 'newsroom', day: '2026-11-18', resumed: 1 },
      },
    },
    errors: ['invalid_input', 'invalid_address', 'swarm_not_found'],
  },
  {
    method: 'post',
    path: '/budgets/runs',
    operation: 'raiseRunBudget',
    tag: 'tasks',
    summary: 'Allow the open run of a task more, or end it',
    access: 'admin',
    body: { schema: raiseRunBudgetWire.schema, example: { caller: 'user:alice', task_id: TASK_ID, calls: 100 } },
    answers: {
      200: {
        description: 'How the task stands now.',
        schema: taskStateWire.schema,
        example: { task_id: TASK_ID, status: 'running' },
      },
    },
    errors: ['invalid_input', 'invalid_address', 'swarm_not_found', 'task_not_found'],
  },
];
