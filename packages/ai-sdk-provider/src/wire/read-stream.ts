import { EventParser, type ServerEvent } from '@posthouse/protocol/light';
import { type FetchedResponse, platform } from '../platform.ts';
import { within } from './within.ts';

/** A server says something at least every fifteen seconds; after three times that, nobody is there any more. */
const SILENCE_MS = 45_000;

/** Far more than anything that is told, and little enough to stay in memory. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;

/** The events of a response, as they come in. Ends where the response ends, and throws where it breaks. */
export async function* readStream({ body }: FetchedResponse): AsyncGenerator<ServerEvent> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new platform.TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await within(SILENCE_MS, reader.read());
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
      if (parser.kept > MAX_EVENT_LENGTH) throw new Error('the server sent an event that is too long');
    }
  } finally {
    // Whoever stops reading leaves; the run does not mind.
    reader.cancel().catch(() => undefined);
  }
}
