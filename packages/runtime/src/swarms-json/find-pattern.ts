import type { JSONValue } from '@posthouse/protocol';

/**
 * Where a JSON Schema uses a regular expression; undefined when it does not. A schema can hide nothing from this: it looks
 * at keys wherever they are, also where they would only be the name of a property.
 *
 * @example findPattern({ properties: { id: { pattern: '(a+)+$' } } }) // 'properties.id.pattern'
 */
export function findPattern(schema: JSONValue): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  for (const [key, value] of Object.entries(schema)) {
    // A property called `pattern` holds a schema, the keyword a text.
    if (key === 'patternProperties' || (key === 'pattern' && typeof value === 'string')) return key;
    const deeper = findPattern(value);
    if (deeper !== undefined) return `${key}.${deeper}`;
  }
  return undefined;
}
