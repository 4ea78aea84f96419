import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locateInJSON } from './locate-in-json.ts';

const text = `[
  {
    "name": "a \\"quoted\\" }] name",
    "agents": [
      { "name": "one" }, { "name": "two", "dotted.key": { "deep": [10, -2.5e3, null] } }
    ],
    "empty": {}, "last": true
  }
]`;

describe('locate', () => {
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
  ])('finds %s at line %i, column %i', (path, line, column) => {
    expect(locateInJSON(text, path)).toEqual({ line, column });
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
  ])('points to where the path %s leaves the file', (path, line, column) => {
    expect(locateInJSON(text, path)).toEqual({ line, column });
  });

  test('counts characters after a byte order mark and leading blanks', () => {
    expect(locateInJSON('\uFEFF  {"a":1}', 'a')).toEqual({ line: 1, column: 4 });
  });
});

test('every value of every JSON text is located correctly', () => {
  const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => typeof value === 'object' && value !== null);
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, 2), (value, indent) => {
      const source = JSON.stringify(value, null, indent);
      const lines = source.split('\n');
      for (const [path, isMember, key, item] of walk(value, '')) {
        const { line, column } = locateInJSON(source, path);
        const rest = lines[line - 1]!.slice(column - 1);
        const shown = isMember ? JSON.stringify(key) : JSON.stringify(item, null, indent).split('\n', 1)[0]!;
        expect(rest.startsWith(shown)).toBe(true);
      }
    }),
  );
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
