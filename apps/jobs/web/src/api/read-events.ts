import { createParser } from 'eventsource-parser';

/** Reads server-sent events: gives the JSON of each. Comments, names and ids are passed over, and so is what is no JSON. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let events: unknown[] = [];
  const parser = createParser({ onEvent: ({ data }) => void events.push(parseJSON(data)) });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.filter((event) => event !== undefined);
      events = [];
    }
  } finally {
    // Whoever stops reading hangs up.
    await reader.cancel().catch(() => undefined);
  }
}

function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
