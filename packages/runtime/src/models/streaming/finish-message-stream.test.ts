import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishMessageStream } from './finish-message-stream.ts';

function readAll(pieces: readonly string[]): string {
  const read = finishMessageStream();
  return pieces.map(read).join('');
}

/** What a reader of the stream should have seen in the end. */
function expectedText(json: string): string {
  const { finish_message: message } = JSON.parse(json) as { finish_message?: unknown };
  if (message === undefined || message === null) return '';
  return typeof message === 'string' ? message : JSON.stringify(message);
}

function normalise(shown: string, json: string): string {
  const { finish_message: message } = JSON.parse(json) as { finish_message?: unknown };
  return typeof message === 'string' || shown === '' ? shown : JSON.stringify(JSON.parse(shown));
}

/** Cuts a text at arbitrary places, also within an escape or a surrogate pair. */
function piecesOf(text: string): fc.Arbitrary<string[]> {
  return fc.array(fc.nat(text.length)).map((cuts) => {
    const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
    return places.slice(1).map((end, at) => text.slice(places[at], end));
  });
}

/** The same JSON in ASCII: every other code unit is written as `\uXXXX`. */
function escapeAll(json: string): string {
  return json.replace(/[\x7f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());

const argumentsJson = fc
  .record({
    before: fc.dictionary(text, fc.jsonValue()),
    message: fc.oneof(text, fc.jsonValue()),
    after: fc.dictionary(text, fc.jsonValue()),
    has: fc.boolean(),
    indent: fc.constantFrom(undefined, 2, '\t'),
    escaped: fc.boolean(),
  })
  .map(({ before, message, after, has, indent, escaped }) => {
    const value = { ...before, ...(has ? { finish_message: message } : {}), ...after };
    const json = JSON.stringify(value, undefined, indent);
    return escaped ? escapeAll(json) : json;
  });

describe('finishMessageStream', () => {
  it('shows the text of the message, however the JSON is cut', () => {
    fc.assert(
      fc.property(
        argumentsJson.chain((json) => fc.tuple(fc.constant(json), piecesOf(json))),
        ([json, pieces]) => {
          // The JSON text of anything but a string may differ in spaces, not in what it says.
          expect(normalise(readAll(pieces), json)).toBe(expectedText(json));
        },
      ),
    );
  });

  it('shows each piece as soon as it is there', () => {
    const read = finishMessageStream();

    expect(read('{"finish_')).toBe('');
    expect(read('message": "Al')).toBe('Al');
    expect(read('l do')).toBe('l do');
    expect(read('ne."')).toBe('ne.');
    expect(read('}')).toBe('');
  });

  it.each([
    ['{"finish_message":"a\\"b\\\\c\\/d\\b\\f\\n\\r\\te"}', 'a"b\\c/d\b\f\n\r\te'],
    ['{"finish_message":"\\u00e9\\ud83d\\ude00"}', 'é😀'],
    ['{"finish_message":"\\ud83d alone"}', '\ud83d alone'],
    ['{"finish_message":""}', ''],
    ['{ "status" : "done" , "finish_message" : "yes" }', 'yes'],
    ['{"nested":{"finish_message":"no"},"finish_message":"yes"}', 'yes'],
    ['{"list":[{"finish_message":"no"},"]","}"],"finish_message":"yes"}', 'yes'],
    ['{"text":"\\"finish_message\\":\\"no\\"","finish_message":"yes"}', 'yes'],
    ['{"finish\\u005fmessage":"yes"}', 'yes'],
    ['{"a":-1.5e+3,"b":true,"c":null,"finish_message":"yes"}', 'yes'],
    [
      '{"finish_message":{"answer": [1, {"x": "}"}], "text": "a\\"}b"}}',
      '{"answer": [1, {"x": "}"}], "text": "a\\"}b"}',
    ],
    ['{"finish_message":[1,[2]],"more":3}', '[1,[2]]'],
    ['{"finish_message":42}', '42'],
    ['{"finish_message":false , "more":1}', 'false'],
    ['{"finish_message":null}', ''],
    ['{}', ''],
    ['[]', ''],
    ['"finish_message"', ''],
  ])('reads %s', (json, expected) => {
    expect(readAll([json])).toBe(expected);
    expect(readAll(json.split(''))).toBe(expected);
  });

  it('shows the first of two messages, because text cannot be taken back', () => {
    expect(readAll(['{"finish_message":"one","finish_message":"two"}'])).toBe('one');
  });

  it('never throws, whatever it is fed', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.constantFrom('{"finish_message":"', '\\u', '"', '{', ':'))), (pieces) => {
        expect(typeof readAll(pieces)).toBe('string');
      }),
    );
    expect(readAll(['{"finish_message":"\\uzzzz!"}'])).toBe('\ufffd!');
  });

  it('keeps up with a long answer in small pieces', () => {
    const answer = 'All work and no play. '.repeat(20_000);
    const json = JSON.stringify({ finish_message: answer });
    const pieces = Array.from({ length: Math.ceil(json.length / 7) }, (_, at) => json.slice(at * 7, at * 7 + 7));

    expect(readAll(pieces)).toBe(answer);
  });
});
