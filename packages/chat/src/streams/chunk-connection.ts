/** One reader's connection, as a server keeps them: what is sent waits until it is taken, up to a limit. */
export interface ChunkConnection {
  readonly closed: boolean;
  send(bytes: Uint8Array): void;
  /** Hands over what waits now, instead of at the end of the tick. */
  flush(): void;
  /** Resolves when the reader has taken most of what was sent, or is gone. */
  room(): Promise<void>;
  /** Says nothing more; what was sent still goes out. */
  end(): void;
  /** Cuts it, so that the reader notices that something is missing. */
  drop(): void;
}

/** A connection together with the body of the answer that it writes. */
export type OpenConnection = ChunkConnection & { readonly body: ReadableStream<Uint8Array> };
