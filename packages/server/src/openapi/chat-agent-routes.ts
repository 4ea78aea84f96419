import { z } from 'zod';
import { idParameter, MESSAGE_ID } from './chat-parameters.ts';
import { get, gives, patch, post, remove, takes, type UnnamedRoute } from './describe-routes.ts';
import type { RouteAnswer } from './documented-route.ts';
import { inPath } from './shared-parameters.ts';

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

const messageIdParameter = inPath(
  'messageId',
  MESSAGE_ID,
  'The id of a message that waits its turn.',
  z.string().min(1),
);

const queuedSchema = z
  .strictObject({ id: z.string(), parts: z.array(z.looseObject({ type: z.string() })) })
  .meta({ id: 'QueuedMessage' });
const editSchema = z
  .object({ message: z.union([z.string(), z.looseObject({ role: z.string(), parts: z.array(z.unknown()) })]) })
  .meta({ id: 'EditQueuedMessage' });
const removedSchema = z.strictObject({ removed: z.literal(true), id: z.string() }).meta({ id: 'QueuedRemoved' });
const verdictSchema = z.object({ approved: z.boolean(), reason: z.string().optional() }).meta({ id: 'ApprovalAnswer' });

/** The agents and swarms to chat with. */
export function partnersRouteAt(path: string, name: string): Record<string, UnnamedRoute> {
  return {
    [`list${name}Agents`]: get(path, 'user', {
      summary: 'The agents and swarms that a session may be with, and whether they can be used here',
      answers: gives('Agents, then swarms. `reason` says what an agent lacks.', partnersSchema, [
        {
          name: 'pi',
          kind: 'agent',
          available: false,
          reason: 'Install it with: npm install @earendil-works/pi-agent-core',
        },
        { name: 'newsroom', kind: 'swarm', available: true, default: true },
      ]),
    }),
  };
}

/** What only sessions with agents can do, at one of the places where the chat is. */
export function agentRoutesAt(path: string, name: string, streamAnswer: RouteAnswer): Record<string, UnnamedRoute> {
  return {
    ...partnersRouteAt(`${path}/agents`, name),
    [`edit${name}Queued`]: patch(`${path}/{id}/queue/{messageId}`, 'user', {
      summary: 'Change a message that waits, in a session with an agent',
      parameters: [idParameter, messageIdParameter],
      body: takes(editSchema, { message: 'What is 19 % of 2 400?' }),
      answers: gives('The message as it waits now.', queuedSchema, {
        id: MESSAGE_ID,
        parts: [{ type: 'text', text: 'What is 19 % of 2 400?' }],
      }),
      errors: ['session_not_found', 'task_deleted'],
    }),
    [`remove${name}Queued`]: remove(`${path}/{id}/queue/{messageId}`, 'user', {
      summary: 'Withdraw a message that waits, in a session with an agent',
      parameters: [idParameter, messageIdParameter],
      answers: gives('It is gone; whoever waits for its answer is told.', removedSchema, {
        removed: true,
        id: MESSAGE_ID,
      }),
      errors: ['invalid_input', 'session_not_found', 'task_deleted'],
    }),
    [`answer${name}Approval`]: post(`${path}/{id}/approvals/{approvalId}`, 'user', {
      summary: 'Approve or deny a call of an agent; the same answer continues as a stream',
      description: 'For clients without `addToolApprovalResponse`. Each approval is answered once.',
      parameters: [
        idParameter,
        inPath('approvalId', 'call-1', 'The id of the approval, as its part says.', z.string().min(1)),
      ],
      body: takes(verdictSchema, { approved: true }),
      answers: { 200: streamAnswer },
      errors: ['session_not_found', 'task_deleted', 'call_not_found', 'session_busy'],
    }),
  };
}
