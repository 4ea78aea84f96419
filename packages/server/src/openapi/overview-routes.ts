import { uiOverviewWire, uiSwarmsWire, uiUsageWire } from '@posthouse/protocol';
import { z } from 'zod';
import { describeRoutes, get, gives } from './describe-routes.ts';
import { inPath, inQuery, RUN_STARTED_AT, TASK_ID } from './shared-parameters.ts';

const limitParameter = inQuery(
  'limit',
  '20',
  'How many tasks at most, from 1 to 200; 50 unless given. The newest count.',
  z.string().regex(/^\d{1,3}$/),
);

/** What the studio shows at a glance. */
export const overviewRoutes = describeRoutes('ui', {
  listUISwarms: get('/ui/swarms', 'user', {
    summary: 'The swarms that this server serves, with their agents',
    answers: gives('Every swarm, public or not, and which is the one for requests that name none.', uiSwarmsWire, {
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
    }),
  }),
  getUISwarm: get('/ui/swarms/{name}', 'admin', {
    summary: 'A swarm in the format of swarms files, prompts included',
    parameters: [inPath('name', 'newsroom', 'The swarm.')],
    answers: gives('The template, as far as a file can hold it.', z.record(z.string(), z.unknown()), {
      name: 'newsroom',
      version: '1.0.0',
      entrypoint: 'supervisor',
      agents: [{ name: 'supervisor' }],
    }),
    errors: ['swarm_not_found'],
  }),
  getUIOverview: get('/ui/overview', 'user', {
    summary: "The caller's newest tasks in all swarms: their status, cost and open questions",
    parameters: [limitParameter],
    answers: gives('One line for each task, newest first.', uiOverviewWire, {
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
          waiting: [{ call_id: 'call-1', tool: 'publish', input: { page: 1 }, approval: true, since: RUN_STARTED_AT }],
        },
      ],
    }),
    errors: ['invalid_input'],
  }),
  getUIUsage: get('/ui/usage', 'user', {
    summary: 'The usage of the newest tasks of the caller, by hour, swarm, agent and model',
    parameters: [limitParameter],
    answers: gives('A line for each hour, swarm, agent and model, oldest first.', uiUsageWire, {
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
    }),
    errors: ['invalid_input'],
  }),
});
