import { type ChatAnswer, Connections, UI_STREAM_HEADERS } from '@posthouse/chat';
import { newId } from '@posthouse/protocol';
import type { Context } from 'hono';
import { z } from 'zod';
import { chatBody, readChatBody } from '../chat/chat-body.ts';
import type { AgentChat } from '../chat/agent-chat.ts';
import {
  answerView,
  conversationView,
  messageView,
  toAnswerView,
  toConversationView,
  toMessageView,
} from '../chat/chat-views.ts';
import { findConversation, listConversations, listMessages } from '../chat/read-conversations.ts';
import { JobsError } from '../errors/jobs-error.ts';
import { numberInQuery } from '../http/fields.ts';
import { ownerRoute, type Route } from '../http/route.ts';

const tag = 'chat';
const HISTORY = 50;
const id = z.string().min(1).max(200);
const STREAM = { description: 'The answer as a UI message stream of the AI SDK.', type: 'text/event-stream' };

/** The chat with an agent, below a path such as `/jobs/chat`. */
export function chatRoutes(chat: AgentChat, { path, capability }: { path: string; capability: string }): Route[] {
  const named = (operation: string): string => `${operation}${capability}`;
  return [
    ownerRoute({
      method: 'post',
      path,
      operation: named('chat'),
      tag,
      summary: 'Sends a message to the assistant',
      body: chatBody,
      answers: {
        200: {
          ...STREAM,
          description: 'The answer as a UI message stream of the AI SDK; JSON with options.stream false.',
          schema: answerView,
        },
      },
      problems: [
        'noMessages',
        'jobNotFound',
        'resumeNotFound',
        'conversationBusy',
        'tooManyChats',
        'rateLimited',
        'modelRefused',
        'agentFailed',
      ],
      handle: async ({ c, body, language }, services) => {
        const input = readChatBody(body, () => `msg_${newId()}`);
        const answer = await chat.send(services, input, language);
        if (input.stream) return answerStream(c, answer);
        return c.json(toAnswerView(await chat.finish(services, answer, input.message.id)));
      },
    }),
    ownerRoute({
      method: 'post',
      path: `${path}/stop`,
      operation: named('stopChat'),
      tag,
      summary: 'Stops an answer that is being written',
      body: z.strictObject({ messageId: id.optional(), conversationId: id.optional() }).optional(),
      answers: {
        200: {
          description: 'Whether there was something to stop.',
          schema: z.object({
            stopped: z.boolean(),
            messageId: z.string().optional(),
            conversationId: z.string().optional(),
          }),
        },
      },
      problems: ['noRunNamed'],
      handle: async ({ c, body = {} }, services) => {
        if (body.messageId === undefined && body.conversationId === undefined) throw new JobsError('noRunNamed');
        return c.json(await chat.stop(services, body));
      },
    }),
    ownerRoute({
      method: 'get',
      path: `${path}/history`,
      operation: named('getChatHistory'),
      tag,
      summary: 'The messages of a conversation, newest page first',
      query: z.strictObject({ conversationId: id, limit: numberInQuery(1, 200).optional(), before: id.optional() }),
      answers: {
        200: {
          description:
            'The conversation. An answer that is being written is not among the messages; its stream has it.',
          schema: z.object({
            conversation: conversationView,
            messages: z.array(messageView),
            before: z.string().nullable(),
            status: z.enum(['ready', 'running']),
          }),
        },
      },
      problems: ['conversationNotFound'],
      handle: ({ c, query: { conversationId, limit = HISTORY, before } }, services) => {
        const conversation = findConversation(services, conversationId);
        const page = listMessages(services, conversationId, { limit, before });
        return c.json({
          conversation: toConversationView(conversation),
          messages: page.messages.map(toMessageView),
          before: page.before,
          status: conversation.session.run === undefined ? 'ready' : 'running',
        });
      },
    }),
    ownerRoute({
      method: 'get',
      path: `${path}/conversations`,
      operation: named('listConversations'),
      tag,
      summary: 'The conversations, last used first',
      query: z.strictObject({ limit: numberInQuery(1, 200).optional() }),
      answers: {
        200: {
          description: 'The conversations.',
          schema: z.object({ conversations: z.array(conversationView), total: z.number().int() }),
        },
      },
      handle: ({ c, query: { limit = HISTORY } }, services) => {
        const { conversations, total } = listConversations(services, { limit });
        return c.json({ conversations: conversations.map(toConversationView), total });
      },
    }),
    ownerRoute({
      method: 'delete',
      path: `${path}/conversations/:id`,
      operation: named('deleteConversation'),
      tag,
      summary: 'Stops and deletes a conversation',
      params: z.object({ id }),
      answers: { 200: { description: 'It is gone.', schema: z.object({ deleted: z.literal(true), id: z.string() }) } },
      problems: ['conversationNotFound'],
      handle: async ({ c, params }, services) => {
        findConversation(services, params.id);
        await chat.remove(services, params.id);
        return c.json({ deleted: true, id: params.id });
      },
    }),
    ownerRoute({
      method: 'get',
      path: `${path}/:id/stream`,
      operation: named('resumeChat'),
      tag,
      summary: 'The answer that is being written, from its first word',
      params: z.object({ id }),
      answers: { 200: STREAM, 204: { description: 'Nothing is being written.' } },
      handle: async ({ c, params }, services) => {
        const answer = await chat.resume(services, params.id);
        return answer === undefined ? c.body(null, 204) : answerStream(c, answer);
      },
    }),
  ];
}

const connections = new Connections();

/** Streams an answer. Whoever leaves leaves; the answer goes on. */
function answerStream(c: Context, answer: ChatAnswer): Response {
  const left = new AbortController();
  const connection = connections.open({ onEnd: () => left.abort() });
  void answer.stream(connection, left.signal).catch(() => connection.drop());
  return c.body(connection.body, 200, {
    ...UI_STREAM_HEADERS,
    'X-Conversation-Id': encodeURIComponent(answer.sessionId),
  });
}
