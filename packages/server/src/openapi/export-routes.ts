import { z } from 'zod';
import { describeRoutes, get, gives } from './describe-routes.ts';
import { inPath, inQuery, swarmParameter, taskIdParameter, TASK_ID } from './shared-parameters.ts';

/** JSON lines have no media type of their own; this is what most programs call them. */
export const LINES_TYPE = 'application/x-ndjson';

/** The user that an admin names. */
export const userParameters = [
  inPath('user_id', 'nobody', 'The id of the user.'),
  inQuery(
    'role',
    'user',
    'The role of the user: the same id in another role is another caller.',
    z.enum(['user', 'admin']).default('user'),
  ),
];

const lines = (header: object): string =>
  `${JSON.stringify({ format: 'posthouse-export', version: 1, ...header })}\n…\n{"type":"end","tasks":1,"sessions":0,"sha256":"…"}\n`;

const description =
  'One JSON object per line, sent as fast as you read. The first line says what it is, the last one has a checksum: without it the file is not whole. `posthouse import` restores it; see docs/deletion.md.';

const deletionSchema = z
  .strictObject({
    id: z.int(),
    at: z.string(),
    what: z.enum(['task', 'session', 'user']),
    hash: z.string(),
    by: z.string(),
    why: z.enum(['caller', 'admin', 'retention', 'peer']),
    counts: z.record(z.string(), z.int()),
  })
  .meta({ id: 'DeletionRecord' });

/** Exports, and the records of deletions. */
export const exportRoutes = describeRoutes('tasks', {
  exportTask: get('/tasks/{task_id}/export', 'user', {
    summary: 'Export a task as JSON lines',
    description,
    parameters: [taskIdParameter, swarmParameter],
    answers: {
      200: {
        description:
          'The task with its log, turns, mail, data and idempotency keys, as it was at the time of the request.',
        text: {
          type: LINES_TYPE,
          example: lines({
            kind: 'task',
            of: { owner: { swarm: 'newsroom', role: 'user', id: 'alice' }, taskId: TASK_ID },
          }),
        },
      },
    },
    errors: ['swarm_not_found', 'task_not_found', 'task_deleted'],
  }),
  exportUser: get('/users/{user_id}/export', 'admin', {
    tag: 'operations',
    summary: 'Export a user as JSON lines',
    description,
    parameters: userParameters,
    answers: {
      200: {
        description: 'The tasks in all swarms, then the chat sessions with their transcripts.',
        text: { type: LINES_TYPE, example: lines({ kind: 'user', of: { role: 'user', id: 'alice' } }) },
      },
    },
    errors: ['invalid_input'],
  }),
  listDeletions: get('/deletions', 'admin', {
    tag: 'operations',
    summary: 'What was deleted in the last 365 days, newest first',
    description:
      'Who deleted what kind of thing, when, why and how much, but not its content. `hash` is the SHA-256 of the JSON list `[swarm, role, owner, task id]`, `[role, owner, session id]` or `[role, user id]`, without spaces. See docs/deletion.md.',
    parameters: [
      inQuery('limit', '100', 'How many at most, from 1 to 1000; 100 unless given.', z.string().regex(/^\d{1,4}$/)),
      inQuery(
        'before',
        '100',
        'Only those before the one with this `id`, the last one of the page before.',
        z.string().regex(/^\d{1,15}$/),
      ),
    ],
    answers: gives('The records.', z.strictObject({ deletions: z.array(deletionSchema) }), {
      deletions: [
        {
          id: 17,
          at: '2026-03-01T08:30:00.000Z',
          what: 'task',
          hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          by: 'user:alice',
          why: 'caller',
          counts: { entries: 12 },
        },
      ],
    }),
    errors: ['invalid_input'],
  }),
});
