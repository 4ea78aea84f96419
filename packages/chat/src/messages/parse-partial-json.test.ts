import { parsePartialJson } from 'ai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePartialJSON } from './parse-partial-json.ts';

test.each<[string, unknown]>([
  ['', undefined],
  ['{', {}],
  ['{"a', {}],
  ['{"a"', {}],
  ['{"a":', {}],
  ['{"a":1', { a: 1 }],
  ['{"a":1,', { a: 1 }],
  ['{"a":1,"b', { a: 1 }],
  ['{"a":"wo', { a: 'wo' }],
  ['{"a":"wo\\', { a: 'wo' }],
  ['{"a":"wo\\u00', { a: 'wo' }],
  ['{"a":[1,{"b":tr', { a: [1, { b: true }] }],
  ['[nul', [null]],
  ['[-', []],
  ['[1.', [1]],
  ['[1,', [1]],
  ['{"a":"}{[', { a: '}{[' }],
  ['"text', 'text'],
  ['{"a":1}', { a: 1 }],
])('the partial JSON %s is read as %j', (text, value) => {
  expect(parsePartialJSON(text)).toEqual(value);
});

test('partial JSON is read as far as the AI SDK reads it, wherever it is cut', async () => {
  // It loses its way in numbers such as 1e+20, and refuses names that objects have anyway.
  const jsonArbitrary = fc.json({ maxDepth: 3 }).filter((json) => !/e\+|__proto__|constructor/i.test(json));
  await fc.assert(
    fc.asyncProperty(jsonArbitrary, fc.nat(), async (json, place) => {
      const text = json.slice(0, place % (json.length + 1));
      const { value } = await parsePartialJson(text);
      const read = parsePartialJSON(text);
      // Where a key has an escape it reads nothing at all for a while.
      expect(value === undefined ? undefined : read).toEqual(value);
    }),
  );
});

test('no input throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => parsePartialJSON(text)).not.toThrow();
    }),
  );
});
