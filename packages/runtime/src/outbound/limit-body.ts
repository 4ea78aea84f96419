import type { Readable } from 'node:stream';

export type LimitBodyOptions = {
  readonly maxBytes: number;
  /** The error to end with when the body is larger. */
  readonly toTooLarge: () => Error;
  /** What a reader sees of an error of the source. */
  readonly toReadError: (cause: unknown) => unknown;
};

/** A body that is read on demand and ends with an error, and its source with it, once it exceeds its limit. */
export function limitBody(source: Readable, options: LimitBodyOptions): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next().catch((cause: unknown) => {
          throw options.toReadError(cause);
        });
        if (next.done === true) return controller.close();
        size += next.value.byteLength;
        if (size > options.maxBytes) {
          source.destroy();
          throw options.toTooLarge();
        }
        return controller.enqueue(new Uint8Array(next.value));
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
}
