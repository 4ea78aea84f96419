import type { OpenConnection } from '../connections/chunk-connection.ts';

/** What a request has led to: where it can be read. */
export type ChatAnswer = {
  sessionId: string;
  /** The task that it belongs to, where there is one. */
  taskId?: string;
  /** Sends the answer as it is written. Resolves when it is all sent, or others see to it; `leaving` ends it. */
  stream: (connection: OpenConnection, leaving: AbortSignal) => Promise<void>;
  /** Whoever has asked for it wants it no more. Where this is missing, it comes to its end whether or not anybody reads it. */
  abandon?: () => Promise<void>;
};
