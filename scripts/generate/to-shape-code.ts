import { z } from 'zod';
import { freeIdSchema, idSchema } from '../../packages/protocol/src/id-schema.ts';
import { filledTextSchema } from '../../packages/protocol/src/wire/filled.ts';

/** What the JSON Schema of a number says, and the rule that says the same. */
const NUMBERS: Record<string, string> = {
  '{"type":"number"}': 'number',
  '{"type":"number","exclusiveMinimum":0}': 'positive',
  [`{"type":"integer","minimum":${Number.MIN_SAFE_INTEGER},"maximum":${Number.MAX_SAFE_INTEGER}}`]: 'integer',
  [`{"type":"integer","exclusiveMinimum":0,"maximum":${Number.MAX_SAFE_INTEGER}}`]: 'count',
};

/**
 * A schema as the code that makes its shape with rules. What has no rule of the same meaning is refused, so that nothing a
 * schema checks gets lost on the way. `share` may put code that comes often somewhere else, and gives the code to use
 * instead.
 */
export function toShapeCode(schema: z.core.$ZodType, share: (code: string) => string = (code) => code): string {
  const inner = (each: z.core.$ZodType): string => toShapeCode(each, share);
  const fieldsOf = (shape: object, except?: string): string => {
    const fields = Object.entries(shape).filter(([key]) => key !== except);
    return `{ ${fields.map(([key, field]) => `${key}: ${inner(field as z.ZodType)}`).join(', ')} }`;
  };

  if (schema instanceof z.ZodOptional) return `optional(${inner(schema.unwrap())})`;
  if (schema instanceof z.ZodNullable) return `nullable(${inner(schema.unwrap())})`;
  if (schema === idSchema || schema === freeIdSchema) return 'id';
  if (schema === filledTextSchema) return 'filledText';
  if (schema instanceof z.ZodArray) {
    const isFilled = schema.meta()?.['minItems'] === 1;
    return plain(schema, isFilled ? 1 : 0, `${isFilled ? 'filledList' : 'list'}(${inner(schema.element)})`);
  }
  if (schema instanceof z.ZodNumber) {
    const { $schema: _, ...described } = z.toJSONSchema(schema);
    const rule = NUMBERS[JSON.stringify(described)];
    if (rule !== undefined) return rule;
  }
  if (schema instanceof z.ZodString) return plain(schema, 0, 'text');
  if (schema instanceof z.ZodBoolean) return plain(schema, 0, 'flag');
  if (schema instanceof z.ZodUnknown) return plain(schema, 0, 'json');
  if (schema instanceof z.ZodEnum) return `oneOf(${schema.options.map(quote).join(', ')})`;
  if (schema instanceof z.ZodLiteral) return `oneOf(${quote(schema.value)})`;
  if (schema instanceof z.ZodRecord) {
    return plain(
      schema,
      0,
      schema.valueType instanceof z.ZodUnknown ? 'jsonObject' : `map(${inner(schema.valueType)})`,
    );
  }
  if (schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever) {
    return plain(schema, 0, share(`object(${fieldsOf(schema.shape)})`));
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def;
    const options = schema.options.map((option) => {
      const { shape } = option as z.ZodObject;
      const tag = shape[discriminator] as z.ZodLiteral<string>;
      return `${tag.value}: ${fieldsOf(shape, discriminator)}`;
    });
    return plain(schema, 0, share(`union(${quote(discriminator)}, { ${options.join(', ')} })`));
  }
  if (schema instanceof z.ZodUnion) return `either(${schema.options.map(inner).join(', ')})`;
  throw new TypeError(`There is no rule for a schema of type ${schema._zod.def.type}.`);
}

/** The code, unless the schema checks more than it says. */
function plain(schema: z.core.$ZodType, knownChecks: number, code: string): string {
  const { type, checks = [] } = schema._zod.def;
  if (checks.length === knownChecks) return code;
  throw new TypeError(`There is no rule for what a ${type} is checked for: ${code}`);
}

function quote(text: unknown): string {
  return `'${String(text)}'`;
}
