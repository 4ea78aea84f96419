import { type FetchedResponse, platform } from '../platform.ts';
import { type Frame, toFrame } from './frame.ts';
import { eventReader } from './read-events.ts';

/** A server says something at least every fifteen seconds; after three times that, nobody is there any more. */
const SILENCE_MS = 45_000;

/** The frames of a response, as they come in. Ends where the response ends, and throws where it breaks. */
export async function* readFrames({ body }: FetchedResponse): AsyncGenerator<Frame> {
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
      for (const event of read(decoder.decode(value, { stream: true }))) yield toFrame(event);
    }
  } finally {
    platform.clearTimeout(timer);
    // Whoever stops reading leaves; the run does not mind.
    reader.cancel().catch(() => undefined);
  }
}
