import fc from 'fast-check';
import { expect, test } from 'vitest';
import { READ_LIMITS } from './page-facts.ts';
import { parseJsonLd } from './parse-json-ld.ts';

test.each([
  ['as it should be', '{"a": 1}'],
  ['with space around it', '\n\t {"a": 1}\n '],
  ['with a mark of its byte order', '\uFEFF{"a": 1}'],
  ['in a comment of HTML', '<!-- {"a": 1} -->'],
  ['in CDATA', '<![CDATA[ {"a": 1} ]]>'],
  ['in CDATA behind comments of a script', '//<![CDATA[\n{"a": 1}\n//]]>'],
  ['in CDATA inside of comments', '/*<![CDATA[*/{"a": 1}/*]]>*/'],
  ['with a semicolon', '{"a": 1};'],
  ['with a trailing comma', '{"a": 1,}'],
  ['with a trailing comma and a line break', '{"a": 1 ,\n }'],
])('parseJsonLd reads JSON-LD %s', (_name, text) => {
  expect(parseJsonLd(text)).toEqual({ a: 1 });
});

test('parseJsonLd keeps raw line breaks in strings', () => {
  expect(parseJsonLd('{"a": "one\ntwo\tthree\r\n\u0001", "b": [1, 2,],}')).toEqual({
    a: 'one\ntwo\tthree\r\n ',
    b: [1, 2],
  });
});

test('parseJsonLd leaves commas and brackets inside strings alone', () => {
  expect(parseJsonLd(String.raw`{"a": ",}", "b": "say \",]\"",}`)).toEqual({ a: ',}', b: 'say ",]"' });
});

test.each(['', '   ', '{', '{"a": ', '{"a": "never ends', 'undefined', '<p>no</p>', '{{}}', '"\\'])(
  'parseJsonLd returns nothing for %j',
  (text) => {
    expect(parseJsonLd(text)).toBeUndefined();
  },
);

test('parseJsonLd ignores what is longer than any posting', () => {
  const long = JSON.stringify({ a: 'x'.repeat(READ_LIMITS.script) });
  expect(parseJsonLd(long)).toBeUndefined();
  expect(parseJsonLd(JSON.stringify({ a: 'x'.repeat(READ_LIMITS.script - 100) }))).toBeDefined();
});

test.each([
  ['quotes that were escaped', String.raw`"${'\\"'.repeat(400_000)}`],
  ['commas', `[${', '.repeat(400_000)}`],
  ['space behind a comma', `[1,${' '.repeat(900_000)}x`],
  ['brackets', '['.repeat(900_000)],
])('parseJsonLd terminates on a million characters of %s', (_name, text) => {
  expect(parseJsonLd(text)).toBeUndefined();
});

test('parseJsonLd reads valid JSON as JSON.parse does, unless it is empty', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseJsonLd(text) ?? null).toEqual(JSON.parse(text));
    }),
  );
});

test('parseJsonLd never throws, whatever the text', () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    ',',
    '{',
    '}',
    '[',
    ']',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '\n',
    '//',
    ';',
    'a',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((parts) => parts.join('')),
      ),
      (text) => {
        expect(() => parseJsonLd(text)).not.toThrow();
      },
    ),
  );
});
