import type { AgentSessionStore, AgentSessionRecord, StoredAgentSession, UIMessage } from '@posthouse/chat';
import { invalidInput, PosthouseError } from '@posthouse/protocol';
import { and, asc, desc, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
import { inTransaction } from '../database/in-transaction.ts';
import type { JobsDatabase } from '../database/open-database.ts';
import type { WaitingChatRequests } from './chat-request.ts';
import { chatMessages, type ChatMessageRow, conversations, type ConversationRow } from './chat-tables.ts';
import { fromConversation, toConversation, toMetadata } from './conversation-row.ts';
import { fromMessageRow, toFinishReason, toMessageRow } from './message-row.ts';

export type ChatStoreOptions = {
  readonly database: JobsDatabase;
  readonly now: () => Date;
  /** What belongs to messages beside their words. */
  readonly requests: WaitingChatRequests;
  /** How often an answer that is being written is saved. */
  readonly saveMs: () => number;
};

type Owner = AgentSessionRecord['owner'];
type Place = Parameters<AgentSessionStore['write']>[0];

/**
 * What chat sessions keep, in the tables of this app. An answer is a row from its first moment, and every save is one
 * statement that writes its parts and their flat form together.
 */
export class ChatStore implements AgentSessionStore {
  readonly #options: ChatStoreOptions;

  constructor(options: ChatStoreOptions) {
    this.#options = options;
  }

  get saveMs(): number {
    return this.#options.saveMs();
  }

  async get(owner: Owner, id: string): Promise<StoredAgentSession | undefined> {
    const row = this.#db.select().from(conversations).where(isConversation(owner, id)).get();
    return row === undefined ? undefined : this.#toSession(row);
  }

  /** A run begins with its question and its answer in the table, in the same transaction that makes it known. */
  async put(
    session: AgentSessionRecord,
    { expect, copy }: Parameters<AgentSessionStore['put']>[1],
  ): Promise<StoredAgentSession> {
    // The agent of this app has nothing to fork: what is stored is all it knows.
    if (copy !== undefined) throw invalidInput('conversations of this app cannot be copied');
    const { database, now, requests } = this.#options;
    const { run } = session.data;
    const row = inTransaction(database, () => {
      const before = this.#db.select().from(conversations).where(isConversation(session.owner, session.id)).get();
      if ((before?.version ?? 0) !== expect) throw stale(`the conversation '${session.id}' was changed meanwhile`);
      const at = now().toISOString();
      const request = run && requests.find(ownerOf(session.owner), session.id, run.message.id);
      const next = {
        ...toConversation(session),
        metadata: { ...before?.metadata, ...(request && toMetadata(request.context)) },
        version: expect + 1,
        createdAt: before?.createdAt ?? at,
        updatedAt: at,
      };
      const target = [conversations.ownerId, conversations.id];
      this.#db.insert(conversations).values(next).onConflictDoUpdate({ target, set: next }).run();
      if (run !== undefined) this.#beginRun(session, run, request?.timestamp ?? at);
      return next;
    });
    return this.#toSession(row);
  }

  async delete(owner: Owner, id: string): Promise<[] | undefined> {
    return this.#db.delete(conversations).where(isConversation(owner, id)).run().changes > 0 ? [] : undefined;
  }

  async unfinished(): Promise<StoredAgentSession[]> {
    const rows = this.#db.select().from(conversations).where(eq(conversations.isUnfinished, true)).all();
    return rows.map((row) => this.#toSession(row));
  }

  async write(place: Place, { chunks, message, isEnd }: Parameters<AgentSessionStore['write']>[1]): Promise<void> {
    const known = this.#find(place.session, place.id);
    // A question is never changed; an answer only until it has ended.
    if (known?.role === 'user') return;
    if (known !== undefined && known.finishReason !== 'incomplete') throw stale(`the message '${place.id}' has ended`);
    const finishReason = place.role === 'user' ? null : isEnd ? toFinishReason(chunks) : 'incomplete';
    this.#save(place, toMessageRow(message(), finishReason));
  }

  async messages(
    session: StoredAgentSession,
    { before, after, limit, through }: Parameters<AgentSessionStore['messages']>[1],
  ): ReturnType<AgentSessionStore['messages']> {
    const within = [lte(chatMessages.seq, through)];
    if (before !== undefined) within.push(lt(chatMessages.seq, this.#placeOf(session, before)));
    if (after !== undefined) within.push(gt(chatMessages.seq, this.#placeOf(session, after)));
    const order = after === undefined ? desc(chatMessages.seq) : asc(chatMessages.seq);
    const rows = this.#select(session, and(...within))
      .orderBy(order)
      .limit(limit + 1)
      .all();
    const page = rows.slice(0, limit);
    const oldest = after === undefined && rows.length > limit ? { before: page.at(-1)!.id } : {};
    const messages = (after === undefined ? page.toReversed() : page).map(fromMessageRow);
    return { messages, ...oldest };
  }

  async message(session: StoredAgentSession, id: string): Promise<{ place: number; message: UIMessage } | undefined> {
    const row = this.#find(session, id);
    return row === undefined ? undefined : { place: row.seq, message: fromMessageRow(row) };
  }

  /** How many answers are being written, of everybody. */
  countRunning(): number {
    const count = sql<number>`count(*)`;
    return this.#db.select({ count }).from(conversations).where(eq(conversations.isUnfinished, true)).get()?.count ?? 0;
  }

  get #db(): JobsDatabase['db'] {
    return this.#options.database.db;
  }

  #beginRun(session: AgentSessionRecord, run: NonNullable<AgentSessionRecord['data']['run']>, timestamp: string): void {
    const { message, answerId, place } = run;
    if (this.#find(session, message.id) === undefined) {
      const question: UIMessage = { id: message.id, role: 'user', parts: [...message.parts] };
      this.#save({ session, place: place - 1, id: message.id, role: 'user' }, toMessageRow(question, null), timestamp);
    }
    if (this.#find(session, answerId) !== undefined) return;
    const answer: UIMessage = { id: answerId, role: 'assistant', parts: [] };
    this.#save({ session, place, id: answerId, role: 'assistant' }, toMessageRow(answer, 'incomplete'));
  }

  #save({ session, place, id, role }: Place, row: ReturnType<typeof toMessageRow>, timestamp?: string): void {
    const at = this.#options.now().toISOString();
    this.#db
      .insert(chatMessages)
      .values({ ...idsOf(session), id, seq: place, role, ...row, timestamp: timestamp ?? at, createdAt: at })
      .onConflictDoUpdate({ target: [chatMessages.ownerId, chatMessages.conversationId, chatMessages.id], set: row })
      .run();
  }

  #select({ owner, id }: Pick<AgentSessionRecord, 'owner' | 'id'>, condition: SQL | undefined) {
    const own = and(eq(chatMessages.ownerId, ownerOf(owner)), eq(chatMessages.conversationId, id));
    return this.#db.select().from(chatMessages).where(and(own, condition)).$dynamic();
  }

  #find(session: Pick<AgentSessionRecord, 'owner' | 'id'>, messageId: string): ChatMessageRow | undefined {
    return this.#select(session, eq(chatMessages.id, messageId)).get();
  }

  #placeOf(session: StoredAgentSession, messageId: string): number {
    const row = this.#find(session, messageId);
    if (row !== undefined) return row.seq;
    throw invalidInput(`there is no message '${messageId}'`);
  }

  #toSession(row: ConversationRow): StoredAgentSession {
    const owner = ownerFor(row.ownerId);
    const messageId = row.session.run?.messageId;
    const question = messageId === undefined ? undefined : this.#find({ owner, id: row.id }, messageId);
    return fromConversation(row, owner, question);
  }
}

/** An owner as sessions name one. */
export function ownerFor(ownerId: number): Owner {
  return { role: 'user', id: String(ownerId) };
}

function ownerOf({ id }: Owner): number {
  return Number(id);
}

function idsOf({ owner, id }: Pick<AgentSessionRecord, 'owner' | 'id'>): { ownerId: number; conversationId: string } {
  return { ownerId: ownerOf(owner), conversationId: id };
}

function isConversation(owner: Owner, id: string): SQL | undefined {
  return and(eq(conversations.ownerId, ownerOf(owner)), eq(conversations.id, id));
}

function stale(message: string): PosthouseError {
  return new PosthouseError({ code: 'stale', message });
}
