import { uiOverviewWire, uiSwarmsWire, uiUsageWire } from '@posthouse/protocol';
import { z } from 'zod';
import type { DocumentedRoute, RouteParameter } from './documented-route.ts';
import { RUN_STARTED_AT, TASK_ID } from './shared-parameters.ts';

const limitParameter: RouteParameter = {
  name: 'limit',
  in: 'query',
  description: 'How many tasks at most, from 1 to 200; 50 unless given. The newest count.',
  schema: z.string().regex(/^\d{1,3}$/),
  example: '20',
};

/** What the studio shows at a glance. */
export const overviewRoutes: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/ui/swarms',
    operation: 'listUISwarms',
    tag: 'ui',
    summary: 'The swarms that this server serves, with their agents',
    access: 'user',
    answers: {
      200: {
        description: 'Every swarm, public or not, and which is the one for requests that name none.',
        schema: uiSwarmsWire.schema,
        example: {
          default: 'newsroom',
          swarms: [
            {
              name: 'newsroom',
              version: '1.0.0',
              description: 'Answers questions with numbers in them.',
              entrypoint: 'supervisor',
              keywords: [],
              question: 'What is 17 % of 2 400?',
              agents: [
                {
                  name: 'supervisor',
                  model: 'openai/gpt-5-mini',
                  comm_targets: ['math'],
                  actions: [],
                  enable_entrypoint: true,
                  can_complete_tasks: true,
                  enable_interswarm: false,
                },
              ],
            },
          ],
        },
      },
    },
  },
  {
    method: 'get',
    path: '/ui/swarms/{name}',
    operation: 'getUISwarm',
    tag: 'ui',
    summary: 'A swarm in the format of swarms files, prompts included',
    access: 'admin',
    parameters: [
      {
        name: 'name',
        in: 'path',
        description: 'The swarm.',
        schema: z.string(),
        example: 'newsroom',
      },
    ],
    answers: {
      200: {
        description: 'The template, as far as it can be written down.',
        schema: z.record(z.string(), z.unknown()),
        example: { name: 'newsroom', version: '1.0.0', entrypoint: 'supervisor', agents: [{ name: 'supervisor' }] },
      },
    },
    errors: ['swarm_not_found'],
  },
  {
    method: 'get',
    path: '/ui/overview',
    operation: 'getUIOverview',
    tag: 'ui',
    summary: "The caller's newest tasks in all swarms: how they stand, what they cost, what they wait for",
    access: 'user',
    parameters: [limitParameter],
    answers: {
      200: {
        description: 'One line for each task, newest first.',
        schema: uiOverviewWire.schema,
        example: {
          tasks: [
            {
              task_id: TASK_ID,
              swarm: 'newsroom',
              title: 'Seventeen per cent',
              status: 'paused',
              runs: 1,
              entries: 6,
              start_time: RUN_STARTED_AT,
              change_time: RUN_STARTED_AT,
              usage: { input_tokens: 812, output_tokens: 96, cost: 0.0011 },
              waiting: [
                { call_id: 'call-1', tool: 'publish', input: { page: 1 }, approval: true, since: RUN_STARTED_AT },
              ],
            },
          ],
        },
      },
    },
    errors: ['invalid_input'],
  },
  {
    method: 'get',
    path: '/ui/usage',
    operation: 'getUIUsage',
    tag: 'ui',
    summary: "What the caller's newest tasks have used up, by hour, swarm, agent and model",
    access: 'user',
    parameters: [limitParameter],
    answers: {
      200: {
        description: 'A line for each hour, swarm, agent and model, oldest first.',
        schema: uiUsageWire.schema,
        example: {
          usage: [
            {
              hour: '2026-03-01T08:00:00.000Z',
              swarm: 'newsroom',
              agent: 'supervisor',
              model: 'openai/gpt-5-mini',
              calls: 2,
              input_tokens: 812,
              output_tokens: 96,
              cost: 0.0011,
            },
          ],
        },
      },
    },
    errors: ['invalid_input'],
  },
];
