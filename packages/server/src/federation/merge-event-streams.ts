import { BoundedEventParser } from '@posthouse/client';

/**
 * Several event streams as one, event by event, until the last has ended. Their ids say nothing beside each other. Each is
 * read as fast as somebody takes what came of it, and not faster.
 */
export function mergeEventStreams(
  streams: readonly ReadableStream<Uint8Array>[],
  { pings }: { pings: boolean },
): ReadableStream<Uint8Array> {
  const readers = streams.map((stream) => stream.getReader());
  const leave = async (reason: unknown): Promise<void> => {
    isLeft = true;
    for (const pass of waiting.splice(0)) pass();
    await Promise.all(readers.map((reader) => reader.cancel(reason)));
  };
  let isLeft = false;
  let isAsked = false;
  /** Those who have something to pass on. */
  const waiting: (() => void)[] = [];
  const toBeAsked = async (): Promise<void> => {
    if (!isAsked && !isLeft) await new Promise<void>((resolve) => waiting.push(resolve));
    isAsked = false;
  };
  const copy = async (
    reader: ReadableStreamDefaultReader<Uint8Array>,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): Promise<void> => {
    const parser = new BoundedEventParser();
    const decoder = new TextDecoder();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const events = [...parser.push(decoder.decode(next.value, { stream: true }))];
      const wanted = events.filter(({ event }) => pings || event !== 'ping');
      if (wanted.length === 0) continue;
      await toBeAsked();
      if (isLeft) return;
      controller.enqueue(Buffer.from(wanted.map(toText).join('')));
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      // `start` must return at once, or nothing is read from the stream before everything is written to it.
      start(controller) {
        void Promise.all(readers.map((reader) => copy(reader, controller))).then(
          () => !isLeft && controller.close(),
          (error: unknown) => {
            if (isLeft) return;
            controller.error(error);
            // Nobody reads the others any more.
            leave(error).catch(() => undefined);
          },
        );
      },
      pull() {
        const pass = waiting.shift();
        if (pass === undefined) isAsked = true;
        else pass();
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

function toText({ event, data }: { event?: string | undefined; data: string }): string {
  const lines = data.split('\n').map((line) => `data: ${line}\r\n`);
  return `event: ${event}\r\n${lines.join('')}\r\n`;
}
