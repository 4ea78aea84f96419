import type { UIChunk } from '../../chunks/ui-chunk.ts';
import type { OpenConnection } from '../../connections/chunk-connection.ts';

/** A reader in memory. `done` settles when the stream was ended, or cut. */
export class CollectingConnection implements OpenConnection {
  readonly body = new ReadableStream<Uint8Array>();
  readonly done: Promise<'ended' | 'cut'>;
  readonly #done = Promise.withResolvers<'ended' | 'cut'>();
  readonly #onChunks: ((chunks: UIChunk[]) => void) | undefined;
  closed = false;
  readonly isBehind = false;
  text = '';

  constructor(onChunks?: (chunks: UIChunk[]) => void) {
    this.#onChunks = onChunks;
    this.done = this.#done.promise;
  }

  get chunks(): UIChunk[] {
    return toChunks(this.text);
  }

  send(bytes: Uint8Array): void {
    if (this.closed) return;
    const text = Buffer.from(bytes).toString('utf8');
    this.text += text;
    this.#onChunks?.(toChunks(text));
  }

  flush(): void {}

  async room(): Promise<void> {}

  end(): void {
    this.closed = true;
    this.#done.resolve('ended');
  }

  drop(): void {
    this.closed = true;
    this.#done.resolve('cut');
  }
}

function toChunks(text: string): UIChunk[] {
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json!) as UIChunk);
}
