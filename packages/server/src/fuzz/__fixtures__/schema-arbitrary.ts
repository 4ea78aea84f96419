import fc from 'fast-check';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
};

/** Any JSON, small. Keys that have hurt others before come up more often than chance would have them. */
export const anyJSON: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.double({ noNaN: true }), fc.string({ unit: 'binary' })),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('__proto__', 'constructor', 'toString')),
      tie('value'),
      {
        maxKeys: 3,
        noNullPrototype: true,
      },
    ),
  ),
})).value;

/** Values that a schema of an OpenAPI document allows. Knows the words that our documents use, and says when one is new. */
export function schemaArbitrary(schema: Schema, definitions: Record<string, Schema>): fc.Arbitrary<unknown> {
  const follow = (inner: Schema): fc.Arbitrary<unknown> => schemaArbitrary(inner, definitions);
  if (schema.$ref !== undefined) {
    const target = definitions[schema.$ref.replace('#/components/schemas/', '')];
    if (target === undefined) throw new Error(`nothing is at ${schema.$ref}`);
    return follow(target);
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(follow));
  if (schema.allOf !== undefined) return follow(schema.allOf[0]!);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => follow({ ...schema, type })));
  switch (schema.type) {
    case undefined:
      return anyJSON;
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return textArbitrary(schema);
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -5, (schema.exclusiveMinimum ?? -6) + 1), max: 1_000 });
    case 'number':
      return fc.double({ min: (schema.exclusiveMinimum ?? -10) + 0.001, max: 1_000, noNaN: true });
    case 'array':
      return fc.array(follow(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'object':
      return objectArbitrary(schema, follow);
    default:
      throw new Error(`no values are known for ${JSON.stringify(schema)}`);
  }
}

function textArbitrary({ minLength = 0, maxLength = 40, pattern, format }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u')).map((text) => text.slice(0, maxLength));
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) };
  return fc.oneof(fc.string(length), fc.string({ ...length, unit: 'binary' }));
}

function objectArbitrary(schema: Schema, follow: (inner: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const model = Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, follow(inner)]));
  const known = fc.record(model, { requiredKeys: required, noNullPrototype: true });
  if (Object.keys(properties).length > 0 || additionalProperties === false) return known;
  const inner = typeof additionalProperties === 'object' ? additionalProperties : {};
  return fc.dictionary(fc.string({ maxLength: 8 }), follow(inner), { maxKeys: 3, noNullPrototype: true });
}
