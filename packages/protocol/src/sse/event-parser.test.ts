import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventParser, type ServerEvent } from './event-parser.ts';

const read = (...pieces: string[]): ServerEvent[] => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => [...parser.push(piece)]);
};

/** What another parser, which others use, makes of a whole stream. */
function readElsewhere(text: string): { events: ServerEvent[]; retryMs: number | undefined } {
  const events: ServerEvent[] = [];
  let retryMs: number | undefined;
  const parser = createParser({
    onEvent: ({ event = 'message', data, id }) => void events.push({ event, data, ...(id !== undefined && { id }) }),
    onRetry: (milliseconds) => void (retryMs = milliseconds),
  });
  parser.feed(text);
  return { events, retryMs };
}

test('events that are cut anywhere are read, with names, ids and data of several lines', () => {
  const text = ': hello\r\nevent: a\r\nid: 7\r\ndata: 1\r\ndata: 2\r\nmood: good\r\n\r\ndata: b\n\nevent: c\n\nid: 9\n';
  const events = [
    { event: 'a', data: '1\n2', id: '7' },
    { event: 'message', data: 'b' },
  ];
  expect(read(text)).toEqual(events);
  expect(read(...text)).toEqual(events);
});

test('any stream is read as another parser reads it, wherever it is cut', () => {
  const word = fc.constantFrom('\r', '\n', '\r\n', '\n\n', ':', ': ', ' ', 'data', 'data: ', 'id', 'event', 'retry');
  const text = fc.array(fc.oneof(word, fc.constantFrom('x', '\0', '€', '7', '')), { maxLength: 60, size: 'max' });
  fc.assert(
    fc.property(text, (pieces) => {
      // Both have seen the end of every line then.
      const all = [...pieces, '\n', '\n'];
      const parser = new EventParser();
      const events = all.flatMap((piece) => [...parser.push(piece)]);
      expect({ events, retryMs: parser.retryMs }).toEqual(readElsewhere(all.join('')));
      expect(read(...all.join(''))).toEqual(events);
      expect(parser.kept).toBe(0);
    }),
  );
});

test('a long line is read in linear time, however small the pieces are', () => {
  const piece = 'x'.repeat(100);
  const parser = new EventParser();
  const events = ['data: ', ...Array<string>(100_000).fill(piece)].flatMap((each) => [...parser.push(each)]);
  expect([events.length, parser.kept]).toEqual([0, 10_000_006]);
  expect([...parser.push('\n\n')].map(({ data }) => data.length)).toEqual([10_000_000]);
});
