/** How a connection ended: the stream was complete, the reader left, it did not keep up, or we cut it. */
export type ConnectionEnd = 'ended' | 'left' | 'dropped' | 'cut';

/** One reader's connection: what is sent waits until it is taken, up to a limit. */
export interface ChunkConnection {
  readonly closed: boolean;
  /** Whether so much waits that the reader should be sent no more before it has taken that. */
  readonly isBehind: boolean;
  send(bytes: Uint8Array): void;
  /** Sends what waits now, instead of at the end of the tick. */
  flush(): void;
  /** Resolves when the reader has taken what was sent, or is gone. */
  room(): Promise<void>;
  /** Ends the stream; what was sent still goes out. */
  end(): void;
  /** Cuts it, so that the reader notices that something is missing. */
  drop(reason?: unknown): void;
}

/** A connection together with the body of the answer it writes. */
export type OpenConnection = ChunkConnection & { readonly body: ReadableStream<Uint8Array> };
