import { prometheusContentType } from 'prom-client';
import { z } from 'zod';
import type { DocumentedRoute } from './documented-route.ts';
import { userParameters } from './export-routes.ts';

/** For those who run the server, and for the machines that watch it. */
export const operationsRoutes: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/health/live',
    operation: 'getLiveness',
    tag: 'operations',
    summary: 'Whether the process answers at all',
    access: 'public',
    answers: {
      200: { description: 'It does.', schema: z.strictObject({ status: z.string() }), example: { status: 'live' } },
    },
  },
  {
    method: 'get',
    path: '/health/ready',
    operation: 'getReadiness',
    tag: 'operations',
    summary: 'Whether the server takes messages',
    description: 'Answers 503 while the server drains, so that a balancer sends new requests elsewhere.',
    access: 'public',
    answers: {
      200: { description: 'It does.', schema: z.strictObject({ status: z.string() }), example: { status: 'ready' } },
    },
  },
  {
    method: 'delete',
    path: '/users/{user_id}',
    operation: 'forgetUser',
    tag: 'operations',
    summary: 'Delete everything of a user',
    description:
      'All chat sessions, the tasks in all swarms, the tokens of the user, and what they have spent, which stays in the sums of the swarms. What runs is cancelled. See docs/deletion.md.',
    access: 'admin',
    parameters: userParameters,
    answers: {
      200: {
        description: 'How much there was. `erased` says whether nothing is left of it already.',
        schema: z.strictObject({
          user_id: z.string(),
          tasks: z.int(),
          sessions: z.int(),
          tokens: z.int(),
          erased: z.boolean(),
        }),
        example: { user_id: 'nobody', tasks: 0, sessions: 0, tokens: 0, erased: true },
      },
    },
    errors: ['invalid_input'],
  },
  {
    method: 'get',
    path: '/metrics',
    operation: 'getMetrics',
    tag: 'operations',
    summary: 'Counters in the text format of Prometheus',
    access: 'admin',
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
  },
  {
    method: 'get',
    path: '/openapi.json',
    operation: 'getOpenAPI',
    tag: 'operations',
    summary: 'This document',
    access: 'public',
    answers: {
      200: {
        description: 'OpenAPI 3.1, generated from the schemas that requests are checked with.',
        schema: z.looseObject({ openapi: z.string() }),
        example: { openapi: '3.1.1', info: { title: 'Posthouse', version: '0.1.0' }, paths: {} },
      },
    },
  },
];
