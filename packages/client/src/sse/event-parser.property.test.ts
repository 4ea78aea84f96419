import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventParser, type ServerEvent } from './event-parser.ts';

const lineEnd = fc.constantFrom('\r\n', '\n', '\r');
const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed().replaceAll(/[\r\n\0\uFEFF]/g, '·'));
const noise = fc.array(
  fc.oneof(
    fc.constant(':'),
    text.map((value) => `: ${value}`),
    fc.constant('unknown: field'),
  ),
  {
    maxLength: 2,
  },
);

const block = fc.record({
  event: fc.option(
    text.filter((value) => value !== ''),
    { nil: undefined },
  ),
  data: fc.array(text, { maxLength: 3 }),
  id: fc.option(text, { nil: undefined }),
  noise,
});
type Block = typeof block extends fc.Arbitrary<infer Value> ? Value : never;

/** A block as a server could write it, with a line end of its own choice after every line. */
function toLines({ event, data, id, noise: extra }: Block): string[] {
  return [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...extra,
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...data.map((line) => `data: ${line}`),
    '',
  ];
}

/** What these blocks mean, without any parsing. */
function toEvents(blocks: readonly Block[]): ServerEvent[] {
  let lastEventId = '';
  return blocks.flatMap(({ event = 'message', data, id }) => {
    lastEventId = id ?? lastEventId;
    if (data.length === 0) return [];
    return [{ event, data: data.join('\n'), ...(id === undefined ? {} : { id }), lastEventId }];
  });
}

/** Cuts bytes wherever they may be cut: also inside a character. */
function cut(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

function parse(pieces: readonly Uint8Array[]): ServerEvent[] {
  const decoder = new TextDecoder();
  const parser = new EventParser();
  return pieces.flatMap((piece) => [...parser.push(decoder.decode(piece, { stream: true }))]);
}

const stream = fc
  .tuple(fc.array(block, { maxLength: 6 }), fc.infiniteStream(lineEnd), fc.boolean())
  .map(([blocks, ends, mark]) => {
    let written = mark ? '\uFEFF' : '';
    for (const line of blocks.flatMap(toLines)) {
      const chosen = String(ends.next().value);
      // A lone LF right behind a CR would not be an empty line, but the second half of a line end.
      written += line + (line === '' && written.endsWith('\r') && chosen === '\n' ? '\r' : chosen);
    }
    return { blocks, bytes: new TextEncoder().encode(written) };
  });

test('however a stream is cut, its events are the ones that were written', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(), { maxLength: 12 }), ({ blocks, bytes }, cuts) => {
      expect(parse(cut(bytes, cuts))).toEqual(toEvents(blocks));
    }),
  );
});

test('byte by byte is the same as all at once', () => {
  fc.assert(
    fc.property(stream, ({ bytes }) => {
      expect(parse([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(parse([bytes]));
    }),
  );
});

test('whatever comes, it is read without an error, and the same however it is cut', () => {
  const pieces = fc.array(fc.constantFrom('\r', '\n', ':', ' ', 'data', 'id', 'event', 'retry', 'x', '\0', '€', '7'), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(pieces, fc.array(fc.nat(), { maxLength: 8 }), (words, cuts) => {
      const bytes = new TextEncoder().encode(words.join(''));
      expect(parse(cut(bytes, cuts))).toEqual(parse([bytes]));
    }),
  );
});

test('bytes that are no text are read as far as they are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.array(fc.nat(), { maxLength: 8 }), (bytes, cuts) => {
      expect(parse(cut(bytes, cuts))).toEqual(parse([bytes]));
    }),
  );
});
