import { type AgentSessions, type ChatAnswer } from '@posthouse/chat';
import { newId, PosthouseError } from '@posthouse/protocol';
import type { Agent } from '../agent/open-agent.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';
import { findJob } from '../jobs/find-job.ts';
import { readFailureText } from '../llm/model-failure.ts';
import { findResume } from '../resumes/find-resume.ts';
import type { OwnerServices } from '../services/services.ts';
import type { ChatInput } from './chat-body.ts';
import type { WaitingChatRequests } from './chat-request.ts';
import { type ChatStore, ownerFor } from './chat-store.ts';
import type { ChatMessageRow } from './chat-tables.ts';
import { findAnswer, findMessage } from './read-conversations.ts';
import { waitForEnd } from './wait-for-end.ts';

export type AgentChatOptions = {
  readonly agent: Agent;
  readonly store: ChatStore;
  readonly sessions: AgentSessions;
  readonly requests: WaitingChatRequests;
};

export type Stopped = { stopped: false } | { stopped: true; messageId: string; conversationId: string };

/** The chat with one agent, whoever comes in. */
export class AgentChat {
  readonly #options: AgentChatOptions;

  constructor(options: AgentChatOptions) {
    this.#options = options;
  }

  /** How many answers are being written. */
  get running(): number {
    return this.#options.store.countRunning();
  }

  /** Begins the answer to a message; whoever sent it may leave. */
  async send(services: OwnerServices, input: ChatInput, language: Language): Promise<ChatAnswer> {
    const { agent, sessions, requests } = this.#options;
    const { conversationId = `conv_${newId()}`, message, timestamp, context, showThinking } = input;
    if (context.jobId !== undefined) findJob(services, context.jobId);
    if (context.resumeId !== undefined) findResume(services, context.resumeId);
    const most = agent.file.read().config.chat.max_sessions;
    if (this.running >= most) throw new JobsError('tooManyChats', { values: { most } });
    const { ownerId } = services;
    // Whoever writes Chinese reads it, whatever their browser says.
    const spoken = /\p{Script=Han}/u.test(JSON.stringify(message.parts)) ? 'zh' : language;
    requests.add({ ownerId, conversationId, message, timestamp, context, showThinking, language: spoken });
    try {
      const begin = { agent: agent.id };
      return await sessions.send(ownerFor(ownerId), conversationId, { message, whenBusy: 'reject', begin });
    } catch (error) {
      requests.take(ownerId, conversationId, message.id);
      throw toChatError(error, conversationId);
    }
  }

  /** The whole answer to a message, once it has ended; its failure is thrown. */
  async finish(services: OwnerServices, answer: ChatAnswer, messageId: string): Promise<ChatMessageRow> {
    await waitForEnd(answer);
    const row = findAnswer(services, answer.sessionId, messageId);
    if (row === undefined) throw new JobsError('conversationNotFound', { values: { id: answer.sessionId } });
    if (row.finishReason === 'error') throw toFailure(row);
    return row;
  }

  /** The answer that is being written in a conversation; undefined when there is none. */
  async resume({ ownerId }: OwnerServices, conversationId: string): Promise<ChatAnswer | undefined> {
    const { sessions } = this.#options;
    return sessions.resume(ownerFor(ownerId), conversationId).catch((error: unknown) => {
      throw toChatError(error, conversationId);
    });
  }

  /** Stops an answer, named by itself or by its conversation. */
  async stop(
    services: OwnerServices,
    named: { messageId?: string | undefined; conversationId?: string | undefined },
  ): Promise<Stopped> {
    const { messageId, conversationId = messageId && findMessage(services, messageId)?.conversationId } = named;
    const { sessions } = this.#options;
    const owner = ownerFor(services.ownerId);
    const session = conversationId === undefined ? undefined : await sessions.find(owner, conversationId);
    const run = session?.data.run;
    if (session === undefined || run === undefined) return { stopped: false };
    if (messageId !== undefined && messageId !== run.answerId && messageId !== run.message.id)
      return { stopped: false };
    const stopped = await sessions.stop(owner, session.id).catch((error: unknown) => {
      throw toChatError(error, session.id);
    });
    return stopped ? { stopped, messageId: run.answerId, conversationId: session.id } : { stopped: false };
  }

  async remove({ ownerId }: OwnerServices, conversationId: string): Promise<void> {
    await this.#options.sessions.remove(ownerFor(ownerId), conversationId).catch((error: unknown) => {
      throw toChatError(error, conversationId);
    });
  }
}

/** What sessions refuse, in the words of this API. */
function toChatError(error: unknown, id: string): unknown {
  if (!PosthouseError.isInstance(error)) return error;
  if (error.code === 'session_busy') return new JobsError('conversationBusy', { cause: error });
  if (error.code === 'session_not_found')
    return new JobsError('conversationNotFound', { values: { id }, cause: error });
  if (error.code === 'unavailable') return new JobsError('interrupted', { cause: error });
  if (error.code !== 'invalid_input') return error;
  return new JobsError('validation', { values: { what: error.message }, details: [], cause: error });
}

/** Why there is no answer. What there was of it is kept. */
function toFailure({ metadata, id: messageId, conversationId }: ChatMessageRow): JobsError {
  const { code, message: reason, retryAfter } = readFailureText(String(metadata.error ?? ''));
  const problem = ({ rate_limit: 'rateLimited', auth_error: 'modelRefused', agent_error: 'agentFailed' } as const)[
    code
  ];
  const extra = { messageId, conversationId, retryAfter };
  return new JobsError(problem, { values: { reason }, extra });
}
