import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JSONPlaces } from './json-places.ts';

const TEXT = `[
  {
    "name": "a \\"quoted\\" }] name",
    "agents": [
      { "name": "one" }, { "name": "two", "dotted.key": { "deep": [10, -2.5e3, null] } }
    ],
    "empty": {}, "last": true
  }
]`;

const find = (json: string, path: string) => new JSONPlaces(json).find(path);

describe('the places of values in JSON', () => {
  test.each([
    ['0', 2, 3],
    ['0.name', 3, 5],
    ['0.agents', 4, 5],
    ['0.agents.0', 5, 7],
    ['0.agents.1', 5, 26],
    ['0.agents.1.name', 5, 28],
    ['0.agents.1.dotted.key', 5, 43],
    ['0.agents.1.dotted.key.deep.0', 5, 68],
    ['0.agents.1.dotted.key.deep.1', 5, 72],
    ['0.agents.1.dotted.key.deep.2', 5, 80],
    ['0.empty', 7, 5],
    ['0.last', 7, 18],
  ])('%s is found at line %i, column %i', (path, line, column) => {
    expect(find(TEXT, path)).toEqual({ line, column });
  });

  test.each([
    ['0.agents.0.comm_targets', 5, 7],
    ['0.agents.7', 4, 5],
    ['0.empty.x', 7, 5],
    ['0.last.x.y', 7, 18],
    ['4', 1, 1],
    ['name', 1, 1],
    ['(the whole file)', 1, 1],
    ['', 1, 1],
  ])('the path %s is found where it leaves the text', (path, line, column) => {
    expect(find(TEXT, path)).toEqual({ line, column });
  });
});

test('every value of every JSON text is located correctly', () => {
  const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => typeof value === 'object' && value !== null);
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, 2), (value, indent) => {
      const source = JSON.stringify(value, null, indent);
      const lines = source.split('\n');
      for (const [path, isMember, key, item] of walk(value, '')) {
        const { line, column } = find(source, path);
        const rest = lines[line - 1]!.slice(column - 1);
        const shown = isMember ? JSON.stringify(key) : JSON.stringify(item, null, indent).split('\n', 1)[0]!;
        expect(rest.startsWith(shown)).toBe(true);
      }
    }),
  );
});

describe('the place at which a text stops being JSON', () => {
  test.each([
    ['{"a": 1,\n"b": }', 2],
    ['{\n\n"a" 1}', 3],
    ['[1,\n2', 2],
    ['', 1],
    ['{}\n{}', 2],
    ['[1, 2]]', 1],
    ['{"a": "\n"}', 1],
  ])('%j is invalid at line %d', (text, line) => {
    expect(new JSONPlaces(text).brokenAt?.line).toBe(line);
  });

  test('every valid JSON text is recognised, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 4 }), (value, indent) => {
        expect(new JSONPlaces(JSON.stringify(value, undefined, indent)).brokenAt).toBeUndefined();
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
        expect(new JSONPlaces(text).brokenAt === undefined).toBe(isJSON);
      }),
    );
  });

  test('a deeply nested text is not followed to the end', () => {
    expect(new JSONPlaces('['.repeat(100_000)).brokenAt).toEqual({ line: 1, column: 201 });
  });
});

/** Every path that leads somewhere without ambiguity. */
function* walk(value: unknown, path: string): Generator<[string, boolean, string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  const isMember = !Array.isArray(value);
  const keys = Object.keys(value);
  for (const [key, item] of Object.entries(value)) {
    if (
      key === '' ||
      keys.some((other) => other !== key && (other.startsWith(`${key}.`) || key.startsWith(`${other}.`)))
    )
      continue;
    if (isMember && keys.includes('')) continue;
    const below = path === '' ? key : `${path}.${key}`;
    yield [below, isMember, key, item];
    if (!key.includes('.')) yield* walk(item, below);
  }
}
