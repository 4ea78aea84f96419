import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { type FetchedResponse, platform } from '../platform.ts';

/** A server says something at least every fifteen seconds; after three times that, nobody is there any more. */
const SILENCE_MS = 45_000;

/** The events of a response, as they come in. Ends where the response ends, and throws where it breaks. */
export async function* readStream({ body }: FetchedResponse): AsyncGenerator<EventSourceMessage> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new platform.TextDecoder();
  let events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void events.push(event) });
  let timer: unknown;
  try {
    for (;;) {
      const silence = new Promise<never>((_, reject) => {
        timer = platform.setTimeout(() => reject(new Error('the server has fallen silent')), SILENCE_MS);
      });
      const { done, value } = await Promise.race([reader.read(), silence]);
      platform.clearTimeout(timer);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events;
      events = [];
    }
  } finally {
    platform.clearTimeout(timer);
    // Whoever stops reading leaves; the run does not mind.
    reader.cancel().catch(() => undefined);
  }
}
