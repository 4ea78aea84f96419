/** Something that goes wrong instead of, or in the middle of, an answer. */
export type ScriptedFault = HttpFault | MidstreamFault;

/** The request is refused with this status, in the dialect's own error body. */
export interface HttpFault {
  readonly kind: 'http';
  readonly status: number;
  readonly message?: string;
  /** Seconds, sent as `retry-after`. 1 for a 429 by default. */
  readonly retryAfter?: number;
}

/**
 * The answer breaks off after this many chunks: 0 is before anything was sent, a number above the last chunk is
 * right before the end. A chunk is one delta of text, reasoning or tool input, so the count means the same in every
 * dialect.
 */
export type MidstreamFault = ErrorEventFault | DroppedSocketFault | StallFault | TruncatedJsonFault;

/** The dialect's own error event, then the end of the stream. */
export interface ErrorEventFault {
  readonly kind: 'error-event';
  readonly afterChunks: number;
  /** The status of the error; 500 by default. */
  readonly status?: number;
  readonly message?: string;
}

/** The connection is closed without a proper end. */
export interface DroppedSocketFault {
  readonly kind: 'dropped-socket';
  readonly afterChunks: number;
}

/** Nothing more is sent; the connection stays open until the client leaves or the server closes. */
export interface StallFault {
  readonly kind: 'stall';
  readonly afterChunks: number;
}

/** One event whose JSON is cut in the middle, then a clean end. */
export interface TruncatedJsonFault {
  readonly kind: 'truncated-json';
  readonly afterChunks: number;
}
