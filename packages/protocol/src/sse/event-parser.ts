/** One event of a stream of server-sent events. */
export type ServerEvent = {
  /** Its name; `message` when it came without one. */
  event: string;
  data: string;
  /** The place to go on from behind it, where the server gives one. */
  id?: string;
};

/**
 * Reads the text of an event stream piece by piece, wherever it is cut.
 *
 * @example
 * const parser = new EventParser();
 * [...parser.push('event: ping\r\ndata: {}\r')]; // []
 * [...parser.push('\n\r\n')];                    // [{ event: 'ping', data: '{}' }]
 */
export class EventParser {
  /** How long the server wants to be left alone before a reconnect, if it said so. */
  retryMs: number | undefined;
  /** The line that has not ended. */
  #line = '';
  #endedInCR = false;
  #open: Partial<ServerEvent> = {};

  /** How many characters are kept of an event that has not ended. */
  get kept(): number {
    return this.#line.length + (this.#open.data?.length ?? 0);
  }

  /** Takes the next piece of the stream and yields the events that it completes. */
  *push(text: string): Generator<ServerEvent, void, undefined> {
    // A line may end with two characters, and a piece between them.
    const lines = (this.#endedInCR && text.startsWith('\n') ? text.slice(1) : text).split(/\r\n?|\n/);
    if (text !== '') this.#endedInCR = text.endsWith('\r');
    lines[0] = this.#line + lines[0]!;
    this.#line = lines.pop()!;
    for (const line of lines) {
      if (line !== '') this.#read(line);
      else {
        const { event, data, id } = this.#open;
        this.#open = {};
        if (data !== undefined) yield { event: event || 'message', data, id };
      }
    }
  }

  #read(line: string): void {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?/s.exec(line)!;
    const { data } = this.#open;
    if (name === 'data') this.#open.data = data === undefined ? value : `${data}\n${value}`;
    if (name === 'event' || (name === 'id' && !value.includes('\0'))) this.#open[name] = value;
    if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
  }
}
