import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Frame, parseStream } from './parse-stream.ts';

const write = (frames: readonly Frame[]): string =>
  frames
    .map(({ event, data, id }) => {
      const before = id === undefined ? '' : `id: ${id}\r\n`;
      return `${before}event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`;
    })
    .join('');

const frame: fc.Arbitrary<Frame> = fc
  .record({
    event: fc.stringMatching(/^[a-z_]{1,12}$/),
    data: fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Record<string, unknown>>,
    id: fc.option(fc.nat().map(String), { nil: undefined }),
  })
  .map(({ id, ...rest }) => JSON.parse(JSON.stringify(id === undefined ? rest : { ...rest, id })) as Frame);

describe('parseStream', () => {
  it('reads a well-formed stream without a complaint', () => {
    fc.assert(
      fc.property(fc.array(frame), (frames) => {
        expect(parseStream(write(frames))).toEqual({ frames, problems: [] });
      }),
    );
  });

  it('reads a stream with other line ends the same, with a complaint', () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1 }), fc.constantFrom('\n', '\r'), (frames, end) => {
        const { frames: read, problems } = parseStream(write(frames).replaceAll('\r\n', end));
        expect(read).toEqual(frames);
        expect(problems[0]).toMatch(/^a line ends without CRLF, at character \d+$/);
      }),
    );
  });

  const good = 'event: ping\r\ndata: {"a":1}\r\n\r\n';
  const ping = { event: 'ping', data: { a: 1 } };

  it.each<[string, string, Frame[], string]>([
    ['a comment', `: hello\r\n\r\n${good}`, [ping], 'a frame is not an event line and a data line: ": hello"'],
    ['a retry', `retry: 5\r\n${good}`, [ping], 'a frame is not an event line and a data line'],
    ['data before the event', 'data: {"a":1}\r\nevent: ping\r\n\r\n', [ping], 'a frame is not an event line'],
    ['data in two lines', 'event: ping\r\ndata: {"a":\r\ndata: 1}\r\n\r\n', [ping], 'a frame is not an event line'],
    ['an id at the end', 'event: ping\r\ndata: {"a":1}\r\nid: 1\r\n\r\n', [{ ...ping, id: '1' }], 'a frame is not'],
    ['no event', 'data: {"a":1}\r\n\r\n', [{ ...ping, event: 'message' }], 'a frame is not an event line'],
    ['no end', good.slice(0, -2), [ping], 'the stream ends in the middle of a frame: "event: ping'],
    ['no JSON', 'event: ping\r\ndata: hello\r\n\r\n', [], 'the data of ping is not a JSON object: "hello"'],
    ['a list', 'event: ping\r\ndata: [1]\r\n\r\n', [], 'the data of ping is not a JSON object: "[1]"'],
  ])('complains about %s, and reads what it can', (_name, text, frames, problem) => {
    const parsed = parseStream(text);
    expect(parsed.frames).toEqual(frames);
    expect(parsed.problems[0]).toContain(problem);
  });

  it('reads nothing from an empty stream', () => {
    expect(parseStream('')).toEqual({ frames: [], problems: [] });
  });

  it('quotes no more than needed', () => {
    const { problems } = parseStream(`${'x'.repeat(10_000)}\r\n\r\n`);
    expect(problems[0]!.length).toBeLessThan(250);
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(frame), (noise, frames) => {
        expect(() => parseStream(noise + write(frames) + noise)).not.toThrow();
      }),
    );
  });
});
