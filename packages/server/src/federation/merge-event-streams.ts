import { BoundedEventParser } from '@posthouse/client';

/** Several event streams as one, event by event, until the last has ended. Their ids say nothing beside each other. */
export function mergeEventStreams(
  streams: readonly ReadableStream<Uint8Array>[],
  { pings }: { pings: boolean },
): ReadableStream<Uint8Array> {
  const readers = streams.map((stream) => stream.getReader());
  const encoder = new TextEncoder();
  let left = false;
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const copy = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
        const parser = new BoundedEventParser();
        const decoder = new TextDecoder();
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
          for (const { event, data } of parser.push(decoder.decode(next.value, { stream: true }))) {
            if (event === 'ping' && !pings) continue;
            const lines = data.split('\n').map((line) => `data: ${line}\r\n`);
            controller.enqueue(encoder.encode(`event: ${event}\r\n${lines.join('')}\r\n`));
          }
        }
      };
      // `start` must return at once, or nothing is read from the stream before everything is written to it.
      void Promise.all(readers.map(copy)).then(
        () => !left && controller.close(),
        (error: unknown) => !left && controller.error(error),
      );
    },
    async cancel(reason) {
      left = true;
      await Promise.all(readers.map((reader) => reader.cancel(reason)));
    },
  });
}
