import type { AgentSessionData } from '@posthouse/chat';
import type { JSONObject } from '@posthouse/protocol';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What the chat has to know of a conversation. The message that is answered is named, not repeated. */
export type SessionState = Omit<AgentSessionData, 'run'> & {
  conversation: string;
  run?: Omit<NonNullable<AgentSessionData['run']>, 'message'> & { messageId: string };
};

export const conversations = sqliteTable('conversations', {
  ownerId: integer('owner_id').notNull(),
  id: text().notNull(),
  agentId: text('agent_id').notNull(),
  title: text(),
  metadata: text({ mode: 'json' }).$type<ConversationMetadata>().notNull(),
  session: text({ mode: 'json' }).$type<SessionState>().notNull(),
  version: integer().notNull(),
  isUnfinished: integer('is_unfinished', { mode: 'boolean' }).notNull(),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
});
export type ConversationRow = typeof conversations.$inferSelect;

/** What the page showed when something was last said. */
export type ConversationMetadata = { contextJobId?: number; contextResumeId?: number; detectedJob?: JSONObject };

/** How a message ended; `incomplete` while it is being written. */
export type FinishReason =
  | 'stop'
  | 'tool-calls'
  | 'length'
  | 'content-filter'
  | 'error'
  | 'incomplete'
  | 'aborted'
  | 'other';

export const chatMessages = sqliteTable('chat_messages', {
  ownerId: integer('owner_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  id: text().notNull(),
  seq: integer().notNull(),
  role: text().$type<'user' | 'assistant'>().notNull(),
  content: text().notNull(),
  reasoning: text(),
  toolCalls: text('tool_calls', { mode: 'json' }).$type<FlatCall[]>(),
  parts: text({ mode: 'json' }).$type<JSONObject[]>().notNull(),
  metadata: text({ mode: 'json' }).$type<JSONObject>().notNull(),
  timestamp: text().notNull(),
  finishReason: text('finish_reason').$type<FinishReason>(),
  usage: text({ mode: 'json' }).$type<JSONObject>(),
  createdAt: text('created_at').notNull(),
});
export type ChatMessageRow = typeof chatMessages.$inferSelect;

/** A call of a tool, for readers that do not know parts. */
export type FlatCall = {
  toolCallId: string;
  toolName: string;
  args: unknown;
  state: 'call' | 'result' | 'error';
  result?: unknown;
};
