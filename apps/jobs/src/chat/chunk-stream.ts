import type { OpenConnection } from '@posthouse/chat';

/** A comment of an event stream: clients take no frame that they do not know. */
const PING = new TextEncoder().encode(': ping\n\n');
const PING_MS = 15_000;
/** A reader who is further behind than this is cut off; they can ask for the stream again. */
const MOST_WAITING = 16 * 2 ** 20;
/** When a reader counts as keeping up. */
const FEW_WAITING = 256 * 2 ** 10;

/**
 * The connection of one reader: what is sent waits until it is read, up to a limit, and while nothing is said a comment
 * keeps it alive. Leaving it ends nothing but itself.
 *
 * @example
 * const left = new AbortController();
 * const connection = openChunkStream({ onEnd: () => left.abort() });
 * void answer.stream(connection, left.signal);
 * return new Response(connection.body, { headers: UI_STREAM_HEADERS });
 */
export function openChunkStream({ onEnd, pingMs = PING_MS }: { onEnd: () => void; pingMs?: number }): OpenConnection {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isClosed = false;
  let takers: (() => void)[] = [];
  const waiting = (): number => MOST_WAITING - (controller?.desiredSize ?? MOST_WAITING);
  const wake = (): void => {
    for (const taker of takers.splice(0)) taker();
  };
  const close = (): boolean => {
    if (isClosed) return false;
    isClosed = true;
    clearInterval(pinging);
    wake();
    onEnd();
    return true;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      pull: () => {
        if (waiting() < FEW_WAITING) wake();
      },
      cancel: () => void close(),
    },
    { highWaterMark: MOST_WAITING, size: (bytes) => bytes.byteLength },
  );
  const connection: OpenConnection = {
    body,
    get closed() {
      return isClosed;
    },
    send: (bytes) => {
      if (isClosed) return;
      pinging.refresh();
      controller?.enqueue(bytes);
      if (waiting() > MOST_WAITING) connection.drop();
    },
    // Nothing is held back, so there is nothing to hand over.
    flush: () => undefined,
    room: async () => {
      if (isClosed || waiting() < FEW_WAITING) return;
      await new Promise<void>((resolve) => void (takers = [...takers, resolve]));
    },
    end: () => {
      if (close()) controller?.close();
    },
    drop: () => {
      if (close()) controller?.error(new Error('The stream was cut.'));
    },
  };
  const pinging = setInterval(() => connection.send(PING), pingMs);
  pinging.unref();
  return connection;
}
