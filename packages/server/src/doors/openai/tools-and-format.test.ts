import { describe, expect, test } from 'vitest';
import { toResponseFormat, toTools } from './tools-and-format.ts';

const schema = { type: 'object', properties: { a: { type: 'number' } } };

describe('tools of a request', () => {
  test('tools of a request are accepted in both shapes, and left out if none are given or allowed', () => {
    const flat = { type: 'function', name: 'look', description: 'Looks.', parameters: schema, strict: true };
    const nested = { type: 'function', function: { name: 'look', description: 'Looks.', parameters: schema } };
    const expected = [{ name: 'look', description: 'Looks.', parameters: schema }];
    expect(toTools([flat], 'auto')).toEqual(expected);
    expect(toTools([nested], { type: 'function', function: { name: 'look' } })).toEqual(expected);
    for (const [tools, choice] of [[[flat], 'none'] as const, [[], 'auto'] as const, [undefined, undefined] as const]) {
      expect(toTools(tools, choice)).toBeUndefined();
    }
  });

  test.each([[{ type: 'web_search' }], [{ type: 'custom', name: 'x' }], [5]])(
    'tools of a request are refused as %j',
    (tool) => {
      expect(() => toTools([tool], 'auto')).toThrow('tools.0');
    },
  );
});

describe('the answer format of a request', () => {
  const format = (given: object | undefined) => toResponseFormat(given as Record<string, unknown>, ['text', 'format']);

  test.each([
    [undefined, undefined],
    [{ type: 'text' }, undefined],
    [{ type: 'json_object' }, { type: 'object' }],
    [
      { type: 'json_schema', name: 'point', strict: true, schema },
      { title: 'point', ...schema },
    ],
    [
      { type: 'json_schema', json_schema: { name: 'point', description: 'd', schema } },
      { title: 'point', description: 'd', ...schema },
    ],
    [
      { type: 'json_schema', json_schema: { name: 'any' } },
      { title: 'any', type: 'object' },
    ],
  ])('the answer format is read from %j', (given, expected) => {
    expect(format(given)).toEqual(expected);
  });

  test.each([
    [{ type: 'grammar' }],
    [{}],
    [{ type: 'json_schema', schema: 'x' }],
    [{ type: 'json_schema', json_schema: 5 }],
  ])('the answer format is refused as %j', (given) => {
    expect(() => format(given)).toThrow('text.format');
  });
});
