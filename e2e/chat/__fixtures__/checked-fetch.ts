import { oldest6 } from '../../../packages/client/src/chat/__fixtures__/ai-sdks.ts';

type Validate = (value: unknown) => Promise<{ success: boolean; error?: Error }> | { success: boolean; error?: Error };
const { validate } = (oldest6.uiMessageChunkSchema as unknown as () => { validate: Validate })();

/**
 * `fetch`, but every chunk of every stream is held against the schema of the oldest AI SDK that we speak to. Whatever does
 * not fit is in `problems`; `streams` has all chunks as they came, by request.
 */
export class CheckedFetch {
  readonly problems: string[] = [];
  readonly streams: { request: string; chunks: { type: string }[]; done: boolean }[] = [];

  /** How many requests were sent. */
  sent = 0;

  readonly fetch: typeof fetch = async (input, init) => {
    this.sent += 1;
    const response = await globalThis.fetch(input, init);
    if (response.body === null || !/event-stream/.test(response.headers.get('content-type') ?? '')) return response;
    const stream = {
      request: `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`,
      chunks: [] as { type: string }[],
      done: false,
    };
    this.streams.push(stream);
    let text = '';
    const decoder = new TextDecoder();
    const watched = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: async (bytes, controller) => {
          text += decoder.decode(bytes, { stream: true });
          const blocks = text.split('\n\n');
          text = blocks.pop()!;
          for (const block of blocks) await this.#check(block, stream);
          controller.enqueue(bytes);
        },
      }),
    );
    return new Response(watched, { status: response.status, headers: response.headers });
  };

  async #check(block: string, stream: (typeof this.streams)[number]): Promise<void> {
    if (block.startsWith(':')) return;
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data === '[DONE]') {
      stream.done = true;
      return;
    }
    const chunk = JSON.parse(data ?? 'null') as { type: string };
    const { success, error } = await validate(chunk);
    if (!success) this.problems.push(`${JSON.stringify(chunk)}: ${String(error)}`);
    stream.chunks.push(chunk);
  }
}
