import { sessionBodySchema, shortChatBodySchema, useChatBodySchema } from '@posthouse/chat';
import { z } from 'zod';
import { agentRoutesAt, partnersRouteAt } from './chat-agent-routes.ts';
import {
  ANSWER_ID,
  idParameter,
  limitParameter,
  MESSAGE_ID,
  SESSION_ID,
  shownMessageSchema,
} from './chat-parameters.ts';
import { SESSION_EXAMPLE, sessionRoutesAt } from './chat-session-routes.ts';
import { describeRoutes, get, gives, post, takes, type UnnamedRoute } from './describe-routes.ts';
import { inQuery, idempotencyParameter, TASK_ID } from './shared-parameters.ts';

const stream = [
  `{"type":"start","messageId":"${ANSWER_ID}","messageMetadata":{"taskId":"${TASK_ID}","run":1,"swarm":"newsroom"}}`,
  '{"type":"start-step"}',
  '{"type":"text-start","id":"supervisor/1/1/0","providerMetadata":{"mail":{"agent":"supervisor","turn":1,"kind":"answer"}}}',
  '{"type":"text-delta","id":"supervisor/1/1/0","delta":"408"}',
  '{"type":"text-end","id":"supervisor/1/1/0"}',
  '{"type":"finish-step"}',
  '{"type":"finish","finishReason":"stop"}',
  '[DONE]',
]
  .map((data) => `data: ${data}\n\n`)
  .join('');

/** Which chunks there are, and what is in them, is the AI SDK's to say; we send those of its version 6.0.45. */
const chunkSchema = z.looseObject({ type: z.string() }).meta({ id: 'UIMessageChunk' });

const streamAnswer = {
  description: 'A UI message stream of the AI SDK: the answer from its first chunk, then as it is written, to its end.',
  frames: stream,
  frameSchema: chunkSchema,
};

const messagesSchema = z
  .strictObject({
    messages: z.array(shownMessageSchema),
    before: z.string().nullable(),
    status: z.enum(['ready', 'running', 'paused']),
  })
  .meta({ id: 'ChatMessages' });

const branchesSchema = z
  .strictObject({
    places: z.array(
      z.strictObject({ messageId: z.string(), branches: z.array(z.string()), current: z.int().nonnegative() }),
    ),
  })
  .meta({ id: 'ChatBranches' });
const branchBodySchema = z.object({ taskId: z.string().min(1).max(256) }).meta({ id: 'ChatBranch' });

const stoppedSchema = z.strictObject({ stopped: z.boolean() }).meta({ id: 'ChatStopped' });
const bodySchema = z.union([useChatBodySchema, shortChatBodySchema]);

/** The chat at one of the two places where it is mounted; `name` keeps the operations apart. */
function chatRoutesAt(path: string, name: string): Record<string, UnnamedRoute> {
  return {
    [`send${name}Message`]: post(path, 'user', {
      summary: 'Send a message, answer open calls, or ask for another answer; the answer comes as a UI message stream',
      description:
        'Accepts what `useChat` sends, and a short form for programs. Only the last message is read. The same message sent again gets the same answer. A reader that disconnects stops nothing.',
      parameters: [idempotencyParameter],
      body: takes(
        bodySchema,
        {
          id: SESSION_ID,
          trigger: 'submit-message',
          messages: [{ id: MESSAGE_ID, role: 'user', parts: [{ type: 'text', text: 'What is 17 % of 2 400?' }] }],
        },
        {
          keys: {
            id: 'The session; a new one is created.',
            trigger: '`regenerate-message` asks for another answer: to `messageId`, or the last one.',
            messageId: 'The earlier message of the user that this one replaces; or the answer to regenerate.',
            swarm: 'The swarm of a new session, when it is not the default one.',
            agent: 'The agent of a new session, instead of a swarm: one of `GET /chat/agents`.',
            cwd: 'With an agent: the folder it works in, below one that the server allows.',
            model: 'With an agent: the model it uses.',
            entrypoint: 'The agent that gets the message, when it is not the usual one.',
            whenBusy: 'While another answer is written: `queue` (the default), `interrupt` or `reject`.',
            sessionId: 'In the short form: the session; a new one when it is left out.',
            message: 'In the short form: a text, or a message as `useChat` has it.',
            attachments: 'In the short form: files, each with `url`, `mediaType` and perhaps `filename`.',
          },
        },
      ),
      answers: { 200: streamAnswer },
      errors: [
        'budget_exceeded',
        'swarm_not_found',
        'agent_not_found',
        'session_not_found',
        'task_deleted',
        'session_busy',
        'call_not_found',
        'call_answered',
        'task_running',
        'queue_full',
        'agent_unavailable',
      ],
    }),
    [`resume${name}Stream`]: get(`${path}/{id}/stream`, 'user', {
      summary: 'The answer that is being written, from its first chunk',
      parameters: [
        idParameter,
        inQuery(
          'message',
          ANSWER_ID,
          'The id of an answer, to get that one whether or not it is complete.',
          z.string().min(1).max(256),
        ),
        inQuery(
          'after',
          '12',
          'Only with `message`: continue after this entry, the number at the start of the newest `id` of a frame.',
          z.string().regex(/^\d{1,15}$/),
        ),
        inQuery(
          'has',
          '1024/writer/1/1/0',
          'Only with `after`, up to 256 times: `<end>/<part>`, as the newest `id` of a frame of that part ended. Text up to there is left out.',
          z.string().regex(/^\d{1,15}\/.+$/),
        ),
      ],
      answers: { 200: streamAnswer, 204: { description: 'Nothing is being written.' } },
      errors: ['invalid_input', 'swarm_not_found', 'task_deleted'],
    }),
    [`stop${name}`]: post(`${path}/{id}/stop`, 'user', {
      summary: 'Stop the answer that is being written, down to model calls and actions',
      description: 'Its readers get its end. Waiting messages are no longer answered.',
      parameters: [idParameter],
      answers: gives('Whether there was something to stop.', stoppedSchema, { stopped: true }),
      errors: ['session_not_found', 'task_deleted', 'swarm_not_found'],
    }),
    [`list${name}Messages`]: get(`${path}/{id}/messages`, 'user', {
      summary: 'The messages of a session, as the AI SDK has them',
      description:
        'The newest page, oldest first; pass `before` of the answer to get the page before. An answer that is being written is left out: its stream brings it whole.',
      parameters: [
        idParameter,
        limitParameter,
        inQuery('before', MESSAGE_ID, 'Only messages before this one.', z.string().min(1).max(256)),
      ],
      answers: gives('The messages, and whether an answer is being written.', messagesSchema, {
        messages: [{ id: MESSAGE_ID, role: 'user', parts: [{ type: 'text', text: 'What is 17 % of 2 400?' }] }],
        before: null,
        status: 'running',
      }),
      errors: ['invalid_input', 'session_not_found', 'task_deleted'],
    }),
    [`list${name}Branches`]: get(`${path}/{id}/branches`, 'user', {
      summary: 'The branches of a conversation',
      description:
        'Editing a message, or asking for another answer, begins a branch. Each place is named by the message at which the branches part; `branches` are the tasks in which the conversation continues, oldest first, and `current` says which of them is shown.',
      parameters: [idParameter],
      answers: gives('The places, from the beginning of the conversation.', branchesSchema, {
        places: [{ messageId: MESSAGE_ID, branches: [TASK_ID, `chat-${'0'.repeat(32)}`], current: 1 }],
      }),
      errors: ['session_not_found', 'task_deleted'],
    }),
    [`move${name}`]: post(`${path}/{id}/branch`, 'user', {
      summary: 'Continue in another branch of the conversation',
      description: 'The messages are those of the branch from then on. Refused while an answer is being written.',
      parameters: [idParameter],
      body: takes(branchBodySchema, { taskId: TASK_ID }, { keys: { taskId: 'One of `branches`.' } }),
      answers: gives('The session as it stands.', sessionBodySchema, SESSION_EXAMPLE),
      errors: ['invalid_input', 'session_not_found', 'task_deleted', 'session_busy'],
    }),
    ...agentRoutesAt(path, name, streamAnswer),
    ...sessionRoutesAt(`${path}/sessions`, name),
  };
}

/** Chat sessions, where programs and where the AI SDK look for them. */
export const chatDocumentedRoutes = describeRoutes('chat', {
  ...chatRoutesAt('/chat', 'Chat'),
  ...chatRoutesAt('/api/chat', 'APIChat'),
  ...sessionRoutesAt('/api/sessions', 'API'),
  ...partnersRouteAt('/api/agents', 'API'),
});
