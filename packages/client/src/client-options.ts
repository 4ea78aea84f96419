import type { ConnectionOptions } from './http/connection.ts';
import type { StreamTimeouts } from './streams/stream-options.ts';

export type ClientOptions = ConnectionOptions & {
  /** How long an ordinary request may take (30 s). Those that wait for a run take as long as it does. */
  timeoutMs?: number;
  /** How often a request that can be repeated safely is tried again when the server cannot be reached or is busy (2). */
  retries?: number;
  /** Timeouts and retries of streams. */
  streams?: StreamTimeouts;
};
