import { EventParser, PosthouseError, type ServerEvent } from '@posthouse/protocol/light';

/** Far more than any message should need, and little enough to stay in memory. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;

/** Reads event streams, and throws after the last whole event if the next one grows too long. */
export class BoundedEventParser extends EventParser {
  readonly #longest: number;

  /** `longest` is the most characters that one event may have. */
  constructor({ longest = MAX_EVENT_LENGTH }: { longest?: number } = {}) {
    super();
    this.#longest = longest;
  }

  override *push(text: string): Generator<ServerEvent, void, undefined> {
    for (const event of super.push(text)) {
      this.#check(event.data.length);
      yield event;
    }
    this.#check(this.kept);
  }

  #check(length: number): void {
    if (length <= this.#longest) return;
    const message = `the stream contains an event of more than ${this.#longest} characters`;
    throw new PosthouseError({ code: 'too_large', message });
  }
}
