/** One event of a `text/event-stream`. */
export type StreamEvent = { event: string; data: string; id?: string | undefined };

/**
 * Reads server-sent events out of text that comes in pieces of any size: feed it the pieces, and it returns the events
 * that are complete. All three line endings, comments, and data of several lines are understood.
 *
 * @example
 * const read = eventReader();
 * read('event: ping\r\nda'); // []
 * read('ta: {}\r\n\r\n'); // [{ event: 'ping', data: '{}' }]
 */
export function eventReader(): (piece: string) => StreamEvent[] {
  let rest = '';
  let fields: { event?: string; id?: string; data: string[] } = { data: [] };

  const readLine = (line: string): StreamEvent | undefined => {
    if (line === '') {
      const { event = 'message', id, data } = fields;
      fields = { data: [] };
      return data.length === 0 ? undefined : { event, data: data.join('\n'), id };
    }
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') fields.data.push(value);
    else if (name === 'event' || name === 'id') fields[name] = value;
    return undefined;
  };

  return (piece) => {
    const text = rest + piece;
    const events: StreamEvent[] = [];
    let start = 0;
    // A carriage return at the very end may be the first half of a line ending.
    for (const { 0: ending, index } of text.matchAll(/\r\n|\n|\r(?!$)/g)) {
      const event = readLine(text.slice(start, index));
      if (event !== undefined) events.push(event);
      start = index! + ending.length;
    }
    rest = text.slice(start);
    return events;
  };
}
