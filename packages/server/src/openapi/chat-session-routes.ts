import { agentSessionBodySchema, forkSchema, newSessionSchema, sessionBodySchema } from '@posthouse/chat';
import { z } from 'zod';
import { ANSWER_ID, idParameter, limitParameter, MESSAGE_ID, SESSION_ID, uiMessageSchema } from './chat-parameters.ts';
import type { DocumentedRoute, RouteParameter } from './documented-route.ts';
import { TASK_ID } from './shared-parameters.ts';

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
const deletedSchema = z.strictObject({ deleted: z.literal(true), id: z.string() }).meta({ id: 'SessionDeleted' });
const renameSchema = z.strictObject({ title: z.string().min(1).max(200) }).meta({ id: 'RenameSession' });
const messageListSchema = z
  .strictObject({ messages: z.array(uiMessageSchema), nextCursor: z.string().nullable() })
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

const beforeParameter: RouteParameter = {
  name: 'before',
  in: 'query',
  description: 'Only messages before this one: what the page before has given as `nextCursor`.',
  schema: z.string().min(1).max(256),
  example: MESSAGE_ID,
};

const afterParameter: RouteParameter = {
  name: 'after',
  in: 'query',
  description: 'Only messages after this one, the oldest of them first; `nextCursor` then asks for newer ones.',
  schema: z.string().min(1).max(256),
  example: MESSAGE_ID,
};

/** Sessions, at one of the places where they are; `name` keeps the operations apart. */
export function sessionRoutesAt(path: string, name: string): DocumentedRoute[] {
  return [
    {
      method: 'get',
      path,
      operation: `list${name}Sessions`,
      tag: 'chat',
      summary: 'The sessions of the caller; those that were used last come first',
      access: 'user',
      parameters: [
        limitParameter,
        {
          name: 'before',
          in: 'query',
          description: 'What the page before has given as `before`.',
          schema: z.string().regex(/^\d+$/),
          example: '41',
        },
      ],
      answers: {
        200: {
          description: 'A page of sessions, and how to ask for the next.',
          schema: sessionListSchema,
          example: { sessions: [SESSION_EXAMPLE], before: null },
        },
      },
      errors: ['invalid_input'],
    },
    {
      method: 'post',
      path,
      operation: `create${name}Session`,
      tag: 'chat',
      summary: 'Begin a session with an agent before anything is said',
      description: 'Not needed: a first message with `agent` does the same.',
      access: 'user',
      body: {
        schema: newSessionSchema,
        example: { agent: 'pi', title: 'Percentages' },
        keys: {
          id: 'A new one when it is left out.',
          agent: 'One of the agents of `GET /chat/agents`; the default one when it is left out.',
          cwd: 'The folder it works in, below one that the server allows.',
        },
      },
      answers: { 201: { description: 'The session.', schema: agentSessionBodySchema, example: agentSession } },
      errors: ['agent_not_found', 'task_deleted'],
    },
    {
      method: 'get',
      path: `${path}/{id}`,
      operation: `get${name}Session`,
      tag: 'chat',
      summary: 'One session',
      access: 'user',
      parameters: [idParameter],
      answers: {
        200: {
          description: 'The session.',
          schema: sessionBodySchema,
          example: { ...SESSION_EXAMPLE, status: 'ready' },
        },
      },
      errors: ['session_not_found', 'task_deleted'],
    },
    {
      method: 'patch',
      path: `${path}/{id}`,
      operation: `rename${name}Session`,
      tag: 'chat',
      summary: 'Give a session another title',
      access: 'user',
      parameters: [idParameter],
      body: { schema: renameSchema, example: { title: 'Percentages' } },
      answers: {
        200: {
          description: 'The session.',
          schema: sessionBodySchema,
          example: { ...SESSION_EXAMPLE, title: 'Percentages', status: 'ready' },
        },
      },
      errors: ['session_not_found', 'task_deleted'],
    },
    {
      method: 'delete',
      path: `${path}/{id}`,
      operation: `delete${name}Session`,
      tag: 'chat',
      summary: 'Forget a session, and stop what runs in it',
      access: 'user',
      parameters: [idParameter],
      answers: {
        200: {
          description: 'It is gone.',
          schema: deletedSchema,
          example: { deleted: true, id: SESSION_ID },
        },
      },
      errors: ['session_not_found', 'task_deleted'],
    },
    {
      method: 'post',
      path: `${path}/{id}/fork`,
      operation: `fork${name}Session`,
      tag: 'chat',
      summary: 'A second session with the same agent that goes on from here',
      access: 'user',
      parameters: [idParameter],
      body: { schema: forkSchema, example: { title: 'Another way' }, optional: true },
      answers: {
        201: {
          description: 'The new session.',
          schema: agentSessionBodySchema,
          example: { ...agentSession, title: 'Another way' },
        },
      },
      errors: ['session_not_found', 'task_deleted', 'session_busy', 'agent_unavailable'],
    },
    {
      method: 'get',
      path: `${path}/{id}/messages`,
      operation: `list${name}SessionMessages`,
      tag: 'chat',
      summary: 'The messages of a session, as `useChat` takes them',
      access: 'user',
      parameters: [idParameter, limitParameter, beforeParameter, afterParameter],
      answers: {
        200: {
          description: 'A page, oldest first, and how to ask for the next one in the same direction.',
          schema: messageListSchema,
          example: {
            messages: [{ id: MESSAGE_ID, role: 'user', parts: [{ type: 'text', text: 'What is 17 % of 2 400?' }] }],
            nextCursor: null,
          },
        },
      },
      errors: ['invalid_input', 'session_not_found', 'task_deleted'],
    },
    {
      method: 'get',
      path: `${path}/{id}/turns`,
      operation: `list${name}SessionTurns`,
      tag: 'chat',
      summary: 'The answers of a session, and how they ended',
      access: 'user',
      parameters: [idParameter, limitParameter, beforeParameter, afterParameter],
      answers: {
        200: {
          description: 'The answers among the messages of the same page.',
          schema: turnListSchema,
          example: { turns: [{ id: ANSWER_ID, status: 'complete' }], nextCursor: null },
        },
      },
      errors: ['invalid_input', 'session_not_found', 'task_deleted'],
    },
  ];
}
