import { z } from 'zod';
import { idParameter, MESSAGE_ID } from './chat-parameters.ts';
import type { DocumentedRoute, RouteAnswer, RouteParameter } from './documented-route.ts';

const partnersSchema = z
  .array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(['agent', 'swarm']),
      available: z.boolean(),
      reason: z.string().optional(),
      default: z.literal(true).optional(),
    }),
  )
  .meta({ id: 'ChatAgents' });

const messageIdParameter: RouteParameter = {
  name: 'messageId',
  in: 'path',
  description: 'The id of a message that waits its turn.',
  schema: z.string().min(1),
  example: MESSAGE_ID,
};

const queuedSchema = z
  .strictObject({ id: z.string(), parts: z.array(z.looseObject({ type: z.string() })) })
  .meta({ id: 'QueuedMessage' });
const editSchema = z
  .object({ message: z.union([z.string(), z.looseObject({ role: z.string(), parts: z.array(z.unknown()) })]) })
  .meta({ id: 'EditQueuedMessage' });
const removedSchema = z.strictObject({ removed: z.literal(true), id: z.string() }).meta({ id: 'QueuedRemoved' });
const verdictSchema = z.object({ approved: z.boolean(), reason: z.string().optional() }).meta({ id: 'ApprovalAnswer' });

/** Whom one can chat with. */
export function partnersRouteAt(path: string, name: string): DocumentedRoute {
  return {
    method: 'get',
    path,
    operation: `list${name}Agents`,
    tag: 'chat',
    summary: 'Whom a session may be with: agents and swarms, and whether they can be used here',
    access: 'user',
    answers: {
      200: {
        description: 'Agents, then swarms. `reason` says what an agent lacks.',
        schema: partnersSchema,
        example: [
          {
            name: 'pi',
            kind: 'agent',
            available: false,
            reason: 'Install it with: npm install @earendil-works/pi-agent-core',
          },
          { name: 'newsroom', kind: 'swarm', available: true, default: true },
        ],
      },
    },
  };
}

/** What only sessions with agents can do, at one of the places where the chat is. */
export function agentRoutesAt(path: string, name: string, streamAnswer: RouteAnswer): DocumentedRoute[] {
  return [
    partnersRouteAt(`${path}/agents`, name),
    {
      method: 'patch',
      path: `${path}/{id}/queue/{messageId}`,
      operation: `edit${name}Queued`,
      tag: 'chat',
      summary: 'Change a message that waits its turn, in a session with an agent',
      access: 'user',
      parameters: [idParameter, messageIdParameter],
      body: { schema: editSchema, example: { message: 'What is 19 % of 2 400?' } },
      answers: {
        200: {
          description: 'The message as it waits now.',
          schema: queuedSchema,
          example: { id: MESSAGE_ID, parts: [{ type: 'text', text: 'What is 19 % of 2 400?' }] },
        },
      },
      errors: ['session_not_found', 'task_deleted'],
    },
    {
      method: 'delete',
      path: `${path}/{id}/queue/{messageId}`,
      operation: `remove${name}Queued`,
      tag: 'chat',
      summary: 'Take back a message that waits its turn, in a session with an agent',
      access: 'user',
      parameters: [idParameter, messageIdParameter],
      answers: {
        200: {
          description: 'It is gone; whoever waits for its answer is told.',
          schema: removedSchema,
          example: { removed: true, id: MESSAGE_ID },
        },
      },
      errors: ['invalid_input', 'session_not_found', 'task_deleted'],
    },
    {
      method: 'post',
      path: `${path}/{id}/approvals/{approvalId}`,
      operation: `answer${name}Approval`,
      tag: 'chat',
      summary: 'Allow or refuse a call of an agent; the same answer goes on as a stream',
      description: 'For clients without `addToolApprovalResponse`. Each approval is answered once.',
      access: 'user',
      parameters: [
        idParameter,
        {
          name: 'approvalId',
          in: 'path',
          description: 'The id of the approval, as its part says.',
          schema: z.string().min(1),
          example: 'call-1',
        },
      ],
      body: { schema: verdictSchema, example: { approved: true } },
      answers: { 200: streamAnswer },
      errors: ['session_not_found', 'task_deleted', 'call_not_found', 'session_busy'],
    },
  ];
}
