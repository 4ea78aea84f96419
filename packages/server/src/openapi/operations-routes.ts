import { prometheusContentType } from 'prom-client';
import { z } from 'zod';
import { describeRoutes, get, gives, remove } from './describe-routes.ts';
import { userParameters } from './export-routes.ts';

/** For those who run the server, and for the machines that watch it. */
export const operationsRoutes = describeRoutes('operations', {
  getLiveness: get('/health/live', 'public', {
    summary: 'Whether the process answers at all',
    answers: gives('It does.', z.strictObject({ status: z.string() }), { status: 'live' }),
  }),
  getReadiness: get('/health/ready', 'public', {
    summary: 'Whether the server accepts messages',
    description: 'Answers 503 while the server drains, so that a balancer sends new requests elsewhere.',
    answers: gives('It does.', z.strictObject({ status: z.string() }), { status: 'ready' }),
  }),
  forgetUser: remove('/users/{user_id}', 'admin', {
    summary: 'Delete everything of a user',
    description:
      'All chat sessions, the tasks in all swarms, the tokens of the user, and their spending, which stays in the sums of the swarms. Open runs are cancelled. See docs/deletion.md.',
    parameters: userParameters,
    answers: gives(
      'How much was deleted. `erased` says whether it is already erased from the disk.',
      z.strictObject({
        user_id: z.string(),
        tasks: z.int(),
        sessions: z.int(),
        tokens: z.int(),
        erased: z.boolean(),
      }),
      { user_id: 'nobody', tasks: 0, sessions: 0, tokens: 0, erased: true },
    ),
    errors: ['invalid_input'],
  }),
  getMetrics: get('/metrics', 'admin', {
    summary: 'Counters in the text format of Prometheus',
    answers: {
      200: {
        description:
          'Runs by outcome, turns, messages, tokens and cost by swarm, agent and model, requests, streams, store, process.',
        text: {
          type: prometheusContentType,
          example:
            '# TYPE posthouse_runs_ended_total counter\nposthouse_runs_ended_total{swarm="newsroom",outcome="complete"} 42\n',
        },
      },
    },
  }),
  getOpenAPI: get('/openapi.json', 'public', {
    summary: 'This document',
    answers: gives(
      'OpenAPI 3.1, generated from the schemas that check requests.',
      z.looseObject({ openapi: z.string() }),
      { openapi: '3.1.1', info: { title: 'Posthouse', version: '0.1.0' }, paths: {} },
    ),
  }),
});
