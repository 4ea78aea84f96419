import type { OpencodeInput } from './adapt-user-message.ts';
import type { OpencodeEvent } from './opencode-event.ts';

/** What we use of `@opencode-ai/sdk/v2/client`, described here because the package is an optional peer. */
export interface OpencodeModule {
  createOpencodeClient(options: {
    baseUrl: string;
    directory: string;
    headers: Record<string, string>;
  }): OpencodeClient;
}

export interface OpencodeClient {
  readonly event: {
    subscribe(
      parameters: object,
      options: { signal: AbortSignal; sseMaxRetryAttempts: number },
    ): Promise<{ stream: AsyncIterable<OpencodeEvent> }>;
  };
  readonly session: {
    create(parameters: { title: string; agent?: string }, options?: RequestOptions): Promise<Answer<{ id: string }>>;
    get(parameters: { sessionID: string }, options?: RequestOptions): Promise<Answer<{ id: string }>>;
    fork(parameters: { sessionID: string }, options?: RequestOptions): Promise<Answer<{ id: string }>>;
    abort(parameters: { sessionID: string }, options?: RequestOptions): Promise<Answer<boolean>>;
    promptAsync(
      parameters: {
        sessionID: string;
        parts: OpencodeInput['parts'];
        model?: { providerID: string; modelID: string };
        agent?: string;
      },
      options?: RequestOptions,
    ): Promise<Answer<unknown>>;
  };
  readonly permission: {
    reply(
      parameters: { requestID: string; reply: 'once' | 'reject'; message?: string },
      options?: RequestOptions,
    ): Promise<Answer<boolean>>;
  };
  readonly question: {
    reply(parameters: { requestID: string; answers: string[][] }, options?: RequestOptions): Promise<Answer<boolean>>;
    reject(parameters: { requestID: string }, options?: RequestOptions): Promise<Answer<boolean>>;
  };
}

interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** The client does not throw for answers that are errors. */
export interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response?: { readonly status: number } | undefined;
}
