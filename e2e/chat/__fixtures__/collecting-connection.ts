import type { UIChunk } from '../../../packages/chat/src/chunks/ui-chunk.ts';
import type { OpenConnection } from '../../../packages/chat/src/connections/chunk-connection.ts';

/** A connection that takes everything and remembers it. */
export class CollectingConnection implements OpenConnection {
  readonly body = new ReadableStream<Uint8Array>();
  readonly leaving = new AbortController();
  readonly ended = Promise.withResolvers<'ended' | 'dropped'>();
  closed = false;
  /** Set it to have the reader fall behind; it catches up in some later tick. */
  isBehind = false;
  #text = '';

  send(bytes: Uint8Array): void {
    if (!this.closed) this.#text += Buffer.from(bytes).toString('utf8');
  }

  flush(): void {}

  async room(): Promise<void> {
    if (!this.isBehind) return;
    for (let ticks = 0; ticks < 3; ticks += 1) await new Promise((resolve) => setImmediate(resolve));
    this.isBehind = false;
  }

  end(): void {
    this.#close('ended');
  }

  drop(): void {
    this.#close('dropped');
  }

  leave(): void {
    this.#close('dropped');
  }

  #close(how: 'ended' | 'dropped'): void {
    if (this.closed) return;
    this.closed = true;
    this.ended.resolve(how);
    this.leaving.abort();
  }

  get chunks(): UIChunk[] {
    return this.frames.map(({ data }) => JSON.parse(data) as UIChunk);
  }

  /** What was sent, frame by frame. */
  get frames(): { id: string | undefined; event: string | undefined; data: string }[] {
    const blocks = this.#text.split('\n\n').filter((block) => block !== '' && block !== 'data: [DONE]');
    return blocks.map((block) => {
      const [, id, event, data] = /^(?:id: (.*)\n)?(?:event: (.*)\n)?data: (.*)$/.exec(block)!;
      return { id, event, data: data! };
    });
  }

  /** Whether it was told that this is all. */
  get isDone(): boolean {
    return this.#text.endsWith('data: [DONE]\n\n');
  }
}
