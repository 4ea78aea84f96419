import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineOfPath, toJSONPlaces } from './json-places.ts';

const TEXT = `{
  "name": "x",
  "agents": [
    { "name": "a",
      "comm_targets": ["b",
        "ghost"] }
  ]
}`;

describe('lines of a JSON text', () => {
  test.each([
    ['name', 2],
    ['agents', 3],
    ['agents.0', 4],
    ['agents.0.name', 4],
    ['agents.0.comm_targets', 5],
    ['agents.0.comm_targets.1', 6],
    ['agents.0.agent_params.llm', 4],
    ['entrypoint', 1],
  ])('%s is at line %d', (path, line) => {
    expect(lineOfPath(toJSONPlaces(TEXT), path)).toBe(line);
  });

  test.each([
    ['{"a": 1,\n"b": }', 2],
    ['{\n\n"a" 1}', 3],
    ['[1,\n2', 2],
    ['', 1],
    ['{}\n{}', 2],
    ['[1, 2]]', 1],
    ['{"a": "\n"}', 1],
  ])('%j is invalid at line %d', (text, line) => {
    expect(toJSONPlaces(text).brokenAt).toBe(line);
  });

  test('every valid JSON text is recognised, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 4 }), (value, indent) => {
        expect(toJSONPlaces(JSON.stringify(value, undefined, indent)).brokenAt).toBeUndefined();
      }),
    );
  });

  test('invalid JSON is recognised, as the browser does', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', 'null', '\n', '"', '-', '01');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const isJSON = (() => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        expect(toJSONPlaces(text).brokenAt === undefined).toBe(isJSON);
      }),
    );
  });

  test('a deeply nested text is not followed to the end', () => {
    expect(toJSONPlaces('['.repeat(100_000)).brokenAt).toBe(1);
  });
});
