import { PosthouseError } from '@posthouse/protocol/light';
import { createParser } from 'eventsource-parser';

/** One event of a stream of server-sent events. */
export type ServerEvent = {
  /** Its name; `message` when it came without one. */
  event: string;
  data: string;
  /** The place to go on from behind it, where the server gives one. */
  id?: string;
};

/** Far more than any message should need, and little enough to stay in memory. */
const LONGEST_EVENT = 16 * 1024 * 1024;

/**
 * Reads the text of an event stream piece by piece, wherever it is cut. Throws behind the last whole event when the next
 * one grows too long to be kept.
 *
 * @example
 * const parser = new EventParser();
 * [...parser.push('event: ping\r\ndata: {}\r')]; // []
 * [...parser.push('\n\r\n')];                    // [{ event: 'ping', data: '{}' }]
 */
export class EventParser {
  /** How long the server wants to be left alone before a reconnect, if it said so. */
  retryMs: number | undefined;
  readonly #parser;
  #events: ServerEvent[] = [];
  #failure: PosthouseError | undefined;

  /** `longest` is the most characters that one event may have. */
  constructor({ longest = LONGEST_EVENT }: { longest?: number } = {}) {
    this.#parser = createParser({
      maxBufferSize: longest,
      onEvent: ({ event = 'message', data, id }) => {
        // One that came in a single piece was never kept; it is too long all the same.
        if (data.length > longest) this.#failure ??= tooLong(longest);
        if (this.#failure === undefined) this.#events.push(id === undefined ? { event, data } : { event, data, id });
      },
      onRetry: (milliseconds) => void (this.retryMs = milliseconds),
      onError: ({ type }) => {
        // Fields that nobody knows are no failure.
        if (type === 'max-buffer-size-exceeded') this.#failure = tooLong(longest);
      },
    });
  }

  /** Takes the next piece of the stream and gives the events that it completes, one after the other. */
  *push(text: string): Generator<ServerEvent, void, undefined> {
    this.#parser.feed(text);
    const events = this.#events;
    this.#events = [];
    yield* events;
    if (this.#failure !== undefined) throw this.#failure;
  }
}

function tooLong(longest: number): PosthouseError {
  return new PosthouseError({
    code: 'too_large',
    message: `the stream holds an event of more than ${longest} characters`,
  });
}
