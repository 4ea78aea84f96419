import type { ChatAnswer, OpenConnection } from '@posthouse/chat';

/** Waits until an answer has ended, without reading it. False when it cannot be followed to its end. */
export async function waitForEnd(answer: ChatAnswer): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const connection: OpenConnection = {
    body: new ReadableStream<Uint8Array>(),
    closed: false,
    isBehind: false,
    send: () => undefined,
    flush: () => undefined,
    room: async () => undefined,
    end: () => resolve(true),
    drop: () => resolve(false),
  };
  await answer.stream(connection, new AbortController().signal).catch(() => resolve(false));
  return promise;
}
