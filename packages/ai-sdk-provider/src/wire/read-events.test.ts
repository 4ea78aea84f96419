import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventReader, type StreamEvent } from './read-events.ts';

const read = (...pieces: string[]): StreamEvent[] => {
  const reader = eventReader();
  return pieces.flatMap(reader);
};

describe('eventReader', () => {
  it('reads the frames of a MAIL stream', () => {
    expect(read('id: 7\r\nevent: ping\r\ndata: {"a":1}\r\n\r\n')).toEqual([
      { id: '7', event: 'ping', data: '{"a":1}' },
    ]);
  });

  it.each([['\n'], ['\r'], ['\r\n']])('takes %j for the end of a line', (end) => {
    const text = ['event: a', 'data: 1', '', 'event: b', 'data: 2', '', ''].join(end);
    // A lone carriage return at the end may still become a line ending of two characters.
    expect(read(text, 'x')).toEqual([
      { event: 'a', data: '1' },
      { event: 'b', data: '2' },
    ]);
  });

  it('joins several lines of data', () => {
    expect(read('data: a\ndata:b\ndata\n\n')).toEqual([{ event: 'message', data: 'a\nb\n' }]);
  });

  it('passes over comments, unknown fields and events without data', () => {
    expect(read(': hello\nretry: 5\nevent: x\n\ndata: 1\n\n')).toEqual([{ event: 'message', data: '1' }]);
  });

  it('waits for the end of an event', () => {
    expect(read('data: 1\n')).toEqual([]);
    expect(read('data: 1\n', '\n')).toEqual([{ event: 'message', data: '1' }]);
  });

  it('keeps all of a value but the first space', () => {
    expect(read('data:  a: b \n\n')).toEqual([{ event: 'message', data: ' a: b ' }]);
  });

  it('reads the same however the text is cut', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ':', ' ', '"', 'é', '😀') });
    const event = fc.record({ event: fc.constantFrom('token', 'ping'), data: fc.array(line, { minLength: 1 }) });
    fc.assert(
      fc.property(
        fc.array(event),
        fc.constantFrom('\n', '\r', '\r\n'),
        fc.array(fc.nat({ max: 200 })),
        (events, end, cuts) => {
          const text = events
            .map(({ event: name, data }) =>
              [`event: ${name}`, ...data.map((each) => `data: ${each}`), '', ''].join(end),
            )
            .join('');
          const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].toSorted((a, b) => a - b);
          const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
          // One more line, so that a carriage return at the end is settled.
          expect(read(...pieces, ':')).toEqual(
            events.map(({ event: name, data }) => ({ event: name, data: data.join('\n') })),
          );
        },
      ),
    );
  });
});
