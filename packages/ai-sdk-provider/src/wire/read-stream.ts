import { type FetchedResponse, platform } from '../platform.ts';
import { eventReader, type StreamEvent } from './read-events.ts';

/** A server says something at least every fifteen seconds; after three times that, nobody is there any more. */
const SILENCE_MS = 45_000;

/** The events of a response, as they come in. Ends where the response ends, and throws where it breaks. */
export async function* readStream({ body }: FetchedResponse): AsyncGenerator<StreamEvent> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new platform.TextDecoder();
  const read = eventReader();
  let timer: unknown;
  try {
    for (;;) {
      const silence = new Promise<never>((_, reject) => {
        timer = platform.setTimeout(() => reject(new Error('the server has fallen silent')), SILENCE_MS);
      });
      const { done, value } = await Promise.race([reader.read(), silence]);
      platform.clearTimeout(timer);
      if (done) return;
      yield* read(decoder.decode(value, { stream: true }));
    }
  } finally {
    platform.clearTimeout(timer);
    // Whoever stops reading leaves; the run does not mind.
    reader.cancel().catch(() => undefined);
  }
}
