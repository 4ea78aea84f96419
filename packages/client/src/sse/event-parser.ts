import { PosthouseError } from '@posthouse/protocol/light';

/** One event of a stream of server-sent events. */
export type ServerEvent = {
  /** Its name; `message` when it came without one. */
  event: string;
  data: string;
  /** The id that came with this very event. */
  id?: string;
  /** The newest id up to here, with whatever it came: the place to go on from. Empty before the first. */
  lastEventId: string;
};

/** Far more than any message should need, and little enough to stay in memory. */
const LONGEST_EVENT = 16 * 1024 * 1024;

const LINE_END = /[\r\n]/g;

/**
 * Reads the text of an event stream piece by piece, wherever it is cut: between CR and LF, inside a name, after a colon.
 * Whatever is not followed by an empty line is no event, as the standard says.
 *
 * @example
 * const parser = new EventParser();
 * [...parser.push('event: ping\r\ndata: {}\r')]; // []
 * [...parser.push('\n\r\n')];                    // [{ event: 'ping', data: '{}', lastEventId: '' }]
 */
export class EventParser {
  /** How long the server wants to be left alone before a reconnect, if it said so. */
  retryMs: number | undefined;

  readonly #longest: number;
  #line = '';
  #afterCR = false;
  #event = '';
  #data: string[] = [];
  #id: string | undefined;
  #lastEventId = '';
  #length = 0;

  /** `longest` is the most characters that one event may have. */
  constructor({ longest = LONGEST_EVENT }: { longest?: number } = {}) {
    this.#longest = longest;
  }

  /** Takes the next piece of the stream and gives the events that it completes, one after the other. */
  *push(text: string): Generator<ServerEvent, void, undefined> {
    let start = this.#afterCR && text.startsWith('\n') ? 1 : 0;
    if (text !== '') this.#afterCR = false;
    while (start < text.length) {
      LINE_END.lastIndex = start;
      const end = LINE_END.exec(text)?.index ?? text.length;
      this.#grow(end - start);
      this.#line += text.slice(start, end);
      if (end === text.length) break;
      const event = this.#endLine();
      if (event !== undefined) yield event;
      start = end + 1;
      if (text[end] !== '\r') continue;
      if (text[start] === '\n') start += 1;
      else this.#afterCR = start === text.length;
    }
  }

  #grow(length: number): void {
    this.#length += length;
    if (this.#length <= this.#longest) return;
    throw new PosthouseError({
      code: 'too_large',
      message: `the stream holds an event of more than ${this.#longest} characters`,
    });
  }

  #endLine(): ServerEvent | undefined {
    const line = this.#line;
    this.#line = '';
    if (line === '') return this.#endEvent();
    const colon = line.indexOf(':');
    if (colon === 0) {
      // A comment belongs to no event, however many there are before the next one.
      this.#length -= line.length;
      return undefined;
    }
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    this.#setField(field, value);
    return undefined;
  }

  #setField(field: string, value: string): void {
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
  }

  #endEvent(): ServerEvent | undefined {
    const [event, data, id] = [this.#event, this.#data, this.#id];
    this.#event = '';
    this.#data = [];
    this.#id = undefined;
    this.#length = 0;
    // An id counts even where there is nothing else.
    this.#lastEventId = id ?? this.#lastEventId;
    if (data.length === 0) return undefined;
    return {
      event: event === '' ? 'message' : event,
      data: data.join('\n'),
      ...(id === undefined ? {} : { id }),
      lastEventId: this.#lastEventId,
    };
  }
}
