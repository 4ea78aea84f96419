import { and, count, desc, eq, isNull, lt, ne, or } from 'drizzle-orm';
import { JobsError } from '../errors/jobs-error.ts';
import type { OwnerDatabase } from '../services/services.ts';
import { chatMessages, type ChatMessageRow, conversations, type ConversationRow } from './chat-tables.ts';

/** The conversations of an owner, the one that was used last first. */
export function listConversations(
  { database: { db }, ownerId }: OwnerDatabase,
  { limit }: { limit: number },
): { conversations: ConversationRow[]; total: number } {
  const mine = eq(conversations.ownerId, ownerId);
  const rows = db
    .select()
    .from(conversations)
    .where(mine)
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(limit)
    .all();
  const total = db.select({ count: count() }).from(conversations).where(mine).get()?.count ?? 0;
  return { conversations: rows, total };
}

/** A conversation of this owner, or `not_found`. */
export function findConversation({ database: { db }, ownerId }: OwnerDatabase, id: string): ConversationRow {
  const row = db
    .select()
    .from(conversations)
    .where(and(eq(conversations.ownerId, ownerId), eq(conversations.id, id)))
    .get();
  if (row === undefined) throw new JobsError('conversationNotFound', { values: { id } });
  return row;
}

/**
 * What was said in a conversation, the newest page of it, oldest first. An answer that is being written is not among it: its
 * stream begins with its first word.
 */
export function listMessages(
  services: OwnerDatabase,
  conversationId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): { messages: ChatMessageRow[]; before: string | null } {
  const rows = select(
    services,
    conversationId,
    and(
      or(isNull(chatMessages.finishReason), ne(chatMessages.finishReason, 'incomplete')),
      before === undefined ? undefined : lt(chatMessages.seq, placeOf(services, conversationId, before)),
    ),
  )
    .orderBy(desc(chatMessages.seq))
    .limit(limit + 1)
    .all();
  const page = rows.slice(0, limit);
  return { messages: page.toReversed(), before: rows.length > limit ? page.at(-1)!.id : null };
}

/** A message, wherever it was said. */
export function findMessage({ database: { db }, ownerId }: OwnerDatabase, id: string): ChatMessageRow | undefined {
  return db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.ownerId, ownerId), eq(chatMessages.id, id)))
    .orderBy(desc(chatMessages.createdAt))
    .limit(1)
    .get();
}

/** The answer to a message of a conversation. */
export function findAnswer(
  services: OwnerDatabase,
  conversationId: string,
  messageId: string,
): ChatMessageRow | undefined {
  const place = placeOf(services, conversationId, messageId);
  return select(
    services,
    conversationId,
    and(eq(chatMessages.seq, place + 1), eq(chatMessages.role, 'assistant')),
  ).get();
}

/** Everything that was said before a message, oldest first, up to a number of messages. */
export function listBefore(
  services: OwnerDatabase,
  conversationId: string,
  messageId: string,
  most: number,
): ChatMessageRow[] {
  const place = placeOf(services, conversationId, messageId);
  return select(services, conversationId, lt(chatMessages.seq, place))
    .orderBy(desc(chatMessages.seq))
    .limit(most)
    .all()
    .toReversed();
}

function placeOf(services: OwnerDatabase, conversationId: string, messageId: string): number {
  const row = select(services, conversationId, eq(chatMessages.id, messageId)).get();
  if (row !== undefined) return row.seq;
  throw new JobsError('validation', { values: { what: 'before' }, details: [{ path: 'before', message: messageId }] });
}

function select(
  { database: { db }, ownerId }: OwnerDatabase,
  conversationId: string,
  condition: ReturnType<typeof and>,
) {
  const own = and(eq(chatMessages.ownerId, ownerId), eq(chatMessages.conversationId, conversationId));
  return db.select().from(chatMessages).where(and(own, condition)).$dynamic();
}
