import type { OpenConnection } from '../connections/chunk-connection.ts';

/** What a request led to: where to read it. */
export type ChatAnswer = {
  sessionId: string;
  /** The task that it belongs to, where there is one. */
  taskId?: string;
  /**
   * Sends the answer as it is written. Resolves when all of it is sent or another reader sends it; `leaving` ends
   * it.
   */
  stream: (connection: OpenConnection, leaving: AbortSignal) => Promise<void>;
  /** The sender no longer wants the answer. Without this, the answer is finished whether or not anybody reads it. */
  abandon?: () => Promise<void>;
};
