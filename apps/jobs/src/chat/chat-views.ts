import { present } from '@posthouse/protocol';
import { z } from 'zod';
import type { ChatMessageRow, ConversationRow } from './chat-tables.ts';

export const conversationView = z
  .object({
    id: z.string(),
    agentId: z.string(),
    title: z.string().nullable(),
    messageCount: z.number().int(),
    createdAt: z.string(),
    updatedAt: z.string(),
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Conversation' });

const call = z.object({
  toolCallId: z.string(),
  toolName: z.string(),
  args: z.unknown(),
  state: z.enum(['call', 'result', 'error']),
  result: z.unknown().optional(),
});
const usage = z.record(z.string(), z.unknown());

export const messageView = z
  .object({
    id: z.string(),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    reasoning: z.string().optional(),
    toolCalls: z.array(call).optional(),
    parts: z.array(z.record(z.string(), z.unknown())),
    metadata: z.record(z.string(), z.unknown()),
    timestamp: z.string(),
    finishReason: z.string().nullable(),
    usage: usage.optional(),
  })
  .meta({ id: 'ChatMessage' });

/** An answer in one piece. */
export const answerView = z
  .object({
    messageId: z.string(),
    conversationId: z.string(),
    content: z.string(),
    reasoning: z.string().optional(),
    toolCalls: z.array(call).optional(),
    finishReason: z.string().nullable(),
    usage: usage.optional(),
  })
  .meta({ id: 'ChatAnswer' });

/** Shows a conversation. */
export function toConversationView(row: ConversationRow): z.infer<typeof conversationView> {
  const { id, agentId, title, session, createdAt, updatedAt, metadata } = row;
  return { id, agentId, title, messageCount: session.messages, createdAt, updatedAt, metadata };
}

/** Shows a message, in parts and flat. */
export function toMessageView(row: ChatMessageRow): z.infer<typeof messageView> {
  const { id, role, content, parts, metadata, timestamp, finishReason } = row;
  return { id, role, content, ...toExtras(row), parts, metadata, timestamp, finishReason };
}

/** Shows an answer as one that did not come as a stream. The names that older clients know for tokens are there too. */
export function toAnswerView(row: ChatMessageRow): z.infer<typeof answerView> {
  const { id: messageId, conversationId, content, finishReason } = row;
  const extras = toExtras(row);
  const { inputTokens, outputTokens } = row.usage ?? {};
  const old = { promptTokens: inputTokens ?? 0, completionTokens: outputTokens ?? 0 };
  const counted = extras.usage === undefined ? {} : { usage: { ...old, ...extras.usage } };
  return { messageId, conversationId, content, ...extras, finishReason, ...counted };
}

function toExtras({ reasoning, toolCalls, usage: counted }: ChatMessageRow) {
  return present({ reasoning, toolCalls, usage: counted as Record<string, unknown> | null });
}
