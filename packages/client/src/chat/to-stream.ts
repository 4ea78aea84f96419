import type { Chunk } from './chunk.ts';

type Controller = { enqueue(chunk: Chunk): void; close(): void; error(reason: unknown): void };
type Source = { pull(controller: Controller): Promise<void>; cancel(): void };
type Streams = { ReadableStream: new (source: Source, strategy: { highWaterMark: number }) => object };

/** Chunks as a stream that asks for the next one when it is wanted. */
export function toStream(
  chunks: AsyncGenerator<Chunk, void, undefined>,
  { onEnd, onCancel }: { onEnd: () => void; onCancel: () => void },
): object {
  const { ReadableStream } = globalThis as unknown as Streams;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (done !== true) return controller.enqueue(value);
          onEnd();
          controller.close();
        } catch (error) {
          onEnd();
          controller.error(error);
        }
      },
      cancel: onCancel,
    },
    { highWaterMark: 0 },
  );
}
