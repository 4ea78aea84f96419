import type { LogEntry } from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';

const PING_MS = 15_000;
const PING = Buffer.from(': ping\r\n\r\n');
const END = Buffer.from('event: end\r\ndata: {}\r\n\r\n');

/**
 * The log of a task for a peer: its entries as they are, with their places as ids, and text as it is written. What was sent
 * last says that there is no more to come; a stream that ends without it was cut.
 */
export function toPeerStream(
  follow: (stop: AbortSignal) => AsyncIterable<LogEntry | TokenEvent>,
  { pingMs = PING_MS }: { pingMs?: number } = {},
): ReadableStream<Uint8Array> {
  const stop = new AbortController();
  const events = follow(stop.signal)[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<LogEntry | TokenEvent>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        next ??= events.next();
        const ping = timer(pingMs);
        const result = await Promise.race([next, ping.over]).finally(ping.clear);
        if (result === undefined) return controller.enqueue(PING);
        // Nobody is there to be told what came last.
        if (stop.signal.aborted) return undefined;
        next = undefined;
        if (result.done !== true) return controller.enqueue(toBytes(result.value));
        controller.enqueue(END);
        controller.close();
      },
      async cancel() {
        stop.abort(new Error('the peer has gone'));
        await next?.catch(() => undefined);
        // What is between two events waits to be asked, and would wait for ever with all that it holds.
        await events.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function toBytes(event: LogEntry | TokenEvent): Uint8Array {
  if (event.type !== 'token')
    return Buffer.from(`id: ${event.seq}\r\nevent: entry\r\ndata: ${JSON.stringify(event)}\r\n\r\n`);
  const { type: _, ...token } = event;
  return Buffer.from(`event: token\r\ndata: ${JSON.stringify(token)}\r\n\r\n`);
}

function timer(milliseconds: number): { over: Promise<undefined>; clear: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const handle = setTimeout(() => resolve(undefined), milliseconds);
  return { over: promise, clear: () => clearTimeout(handle) };
}
