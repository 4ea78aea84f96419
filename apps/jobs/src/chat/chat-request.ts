import type { Language } from '../errors/language.ts';
import type { ChatContext } from './chat-body.ts';
import type { UserMessage } from './user-message.ts';

/** Everything that one message brings along beside its words. */
export type ChatRequest = {
  readonly ownerId: number;
  readonly conversationId: string;
  readonly message: UserMessage;
  /** When it was said, as the client tells. */
  readonly timestamp?: string | undefined;
  readonly context: ChatContext;
  readonly showThinking: boolean;
  readonly language: Language;
};

/** More than can ever be on their way at once; what is older was never taken up. */
const MAX_PENDING_MESSAGES = 10_000;

/**
 * Messages on their way to the agent. Sessions carry words only; what else belongs to a message waits here, under its owner
 * and its id, until the agent takes it up.
 */
export class WaitingChatRequests {
  readonly #waiting = new Map<string, ChatRequest>();

  get size(): number {
    return this.#waiting.size;
  }

  add(request: ChatRequest): void {
    this.#waiting.set(keyOf(request.ownerId, request.conversationId, request.message.id), request);
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > MAX_PENDING_MESSAGES && oldest !== undefined) this.#waiting.delete(oldest);
  }

  find(ownerId: number, conversationId: string, messageId: string): ChatRequest | undefined {
    return this.#waiting.get(keyOf(ownerId, conversationId, messageId));
  }

  /** Gives it, once. */
  take(ownerId: number, conversationId: string, messageId: string): ChatRequest | undefined {
    const request = this.find(ownerId, conversationId, messageId);
    this.#waiting.delete(keyOf(ownerId, conversationId, messageId));
    return request;
  }
}

function keyOf(ownerId: number, conversationId: string, messageId: string): string {
  return JSON.stringify([ownerId, conversationId, messageId]);
}
