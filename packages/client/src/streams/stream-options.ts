import type { RequestError } from '../http/request-error.ts';
import type { RequestOptions } from '../http/request.ts';

/** A stream was cut and is about to be continued. */
export type Reconnect = {
  /** The id after which it continues; undefined if none had arrived. */
  after: string | undefined;
  /** How many times in a row it has failed. */
  failures: number;
  delayMs: number;
  cause: RequestError;
};

/** Timeouts and retries of a stream. Each can be set for the whole client and for one stream. */
export type StreamTimeouts = {
  /** How long the server may be silent before the connection counts as dead (40 s; servers ping every 15 s). */
  idleMs?: number;
  /** The wait before the first reconnect (250 ms); it doubles up to `mostWaitMs` (15 s). `retry:` of the server wins. */
  firstWaitMs?: number;
  mostWaitMs?: number;
  /** How long to keep trying while nothing arrives (5 minutes). */
  giveUpMs?: number;
  /** The most characters that one event may have (16 Mi). */
  longestEvent?: number;
};

/** Options of every stream. `timeoutMs` is the time to connect. */
export type StreamOptions = RequestOptions &
  StreamTimeouts & {
    onReconnect?: (reconnect: Reconnect) => void;
    /**
     * Called with every frame that breaks the protocol, which is then skipped. Without it, such a frame is an error.
     */
    onUnreadable?: (event: { event: string; data: string }, error: unknown) => void;
  };
