import { agentSessionBodySchema, forkSchema, newSessionSchema, sessionBodySchema } from '@posthouse/chat';
import { z } from 'zod';
import {
  ANSWER_ID,
  idParameter,
  limitParameter,
  MESSAGE_ID,
  SESSION_ID,
  shownMessageSchema,
} from './chat-parameters.ts';
import { get, gives, patch, post, remove, takes, type UnnamedRoute } from './describe-routes.ts';
import { inQuery, TASK_ID } from './shared-parameters.ts';

/** A session on a swarm. */
export const SESSION_EXAMPLE = {
  id: SESSION_ID,
  swarm: 'newsroom',
  title: 'What is 17 % of 2 400?',
  taskId: TASK_ID,
  createdAt: '2026-03-01T08:30:00.000Z',
  updatedAt: '2026-03-01T08:31:00.000Z',
};

const agentSession = {
  id: SESSION_ID,
  agent: 'pi',
  title: 'Percentages',
  cwd: '/srv/projects',
  createdAt: '2026-03-01T08:30:00.000Z',
  updatedAt: '2026-03-01T08:31:00.000Z',
  status: 'ready',
  queue: [],
};

const sessionListSchema = z
  .strictObject({ sessions: z.array(sessionBodySchema), before: z.string().nullable() })
  .meta({ id: 'ChatSessionList' });
const deletedSchema = z
  .strictObject({ deleted: z.literal(true), id: z.string(), erased: z.boolean() })
  .meta({ id: 'SessionDeleted' });
const renameSchema = z.strictObject({ title: z.string().min(1).max(200) }).meta({ id: 'RenameSession' });
const messageListSchema = z
  .strictObject({ messages: z.array(shownMessageSchema), nextCursor: z.string().nullable() })
  .meta({ id: 'SessionMessages' });
const turnListSchema = z
  .strictObject({
    turns: z.array(
      z.strictObject({
        id: z.string(),
        status: z.string(),
        startedAt: z.string().optional(),
        durationMs: z.number().optional(),
        error: z.string().optional(),
      }),
    ),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'SessionTurns' });

const beforeParameter = inQuery(
  'before',
  MESSAGE_ID,
  'Only messages before this one: the `nextCursor` of the page before.',
  z.string().min(1).max(256),
);

const afterParameter = inQuery(
  'after',
  MESSAGE_ID,
  'Only messages after this one, the oldest of them first; `nextCursor` then asks for newer ones.',
  z.string().min(1).max(256),
);

/** Sessions, at one of the places where they are; `name` keeps the operations apart. */
export function sessionRoutesAt(path: string, name: string): Record<string, UnnamedRoute> {
  return {
    [`list${name}Sessions`]: get(path, 'user', {
      summary: 'The sessions of the caller; those that were used last come first',
      parameters: [
        limitParameter,
        inQuery('before', '41', 'What the page before has given as `before`.', z.string().regex(/^\d+$/)),
      ],
      answers: gives('A page of sessions, and how to ask for the next.', sessionListSchema, {
        sessions: [SESSION_EXAMPLE],
        before: null,
      }),
      errors: ['invalid_input'],
    }),
    [`create${name}Session`]: post(path, 'user', {
      summary: 'Begin a session with an agent before anything is said',
      description: 'Not needed: a first message with `agent` does the same.',
      body: takes(
        newSessionSchema,
        { agent: 'pi', title: 'Percentages' },
        {
          keys: {
            id: 'A new one when it is left out.',
            agent: 'One of the agents of `GET /chat/agents`; the default one when it is left out.',
            cwd: 'The folder it works in, below one that the server allows.',
          },
        },
      ),
      answers: { 201: { description: 'The session.', schema: agentSessionBodySchema, example: agentSession } },
      errors: ['agent_not_found', 'task_deleted'],
    }),
    [`get${name}Session`]: get(`${path}/{id}`, 'user', {
      summary: 'One session',
      parameters: [idParameter],
      answers: gives('The session.', sessionBodySchema, { ...SESSION_EXAMPLE, status: 'ready' }),
      errors: ['session_not_found', 'task_deleted'],
    }),
    [`rename${name}Session`]: patch(`${path}/{id}`, 'user', {
      summary: 'Give a session another title',
      parameters: [idParameter],
      body: takes(renameSchema, { title: 'Percentages' }),
      answers: gives('The session.', sessionBodySchema, { ...SESSION_EXAMPLE, title: 'Percentages', status: 'ready' }),
      errors: ['session_not_found', 'task_deleted'],
    }),
    [`delete${name}Session`]: remove(`${path}/{id}`, 'user', {
      summary: 'Forget a session, and stop what runs in it',
      parameters: [idParameter],
      answers: gives(
        'It is gone. `erased` says whether nothing is left of it already; if not, that happens in the background.',
        deletedSchema,
        { deleted: true, id: SESSION_ID, erased: true },
      ),
      errors: ['session_not_found', 'task_deleted'],
    }),
    [`fork${name}Session`]: post(`${path}/{id}/fork`, 'user', {
      summary: 'Fork a session: a second one with the same agent continues from here',
      parameters: [idParameter],
      body: takes(forkSchema, { title: 'Another way' }, { optional: true }),
      answers: {
        201: {
          description: 'The new session.',
          schema: agentSessionBodySchema,
          example: { ...agentSession, title: 'Another way' },
        },
      },
      errors: ['session_not_found', 'task_deleted', 'session_busy', 'agent_unavailable'],
    }),
    [`list${name}SessionMessages`]: get(`${path}/{id}/messages`, 'user', {
      summary: 'The messages of a session, as `useChat` takes them',
      parameters: [idParameter, limitParameter, beforeParameter, afterParameter],
      answers: gives(
        'A page, oldest first, and how to ask for the next one in the same direction.',
        messageListSchema,
        {
          messages: [{ id: MESSAGE_ID, role: 'user', parts: [{ type: 'text', text: 'What is 17 % of 2 400?' }] }],
          nextCursor: null,
        },
      ),
      errors: ['invalid_input', 'session_not_found', 'task_deleted'],
    }),
    [`list${name}SessionTurns`]: get(`${path}/{id}/turns`, 'user', {
      summary: 'The answers of a session, and how they ended',
      parameters: [idParameter, limitParameter, beforeParameter, afterParameter],
      answers: gives('The answers among the messages of the same page.', turnListSchema, {
        turns: [{ id: ANSWER_ID, status: 'complete' }],
        nextCursor: null,
      }),
      errors: ['invalid_input', 'session_not_found', 'task_deleted'],
    }),
  };
}
