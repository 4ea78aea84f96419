import { z } from 'zod';
import { type ObjectShape, toObjectShape, toUnionShape, type UnionShape, type WireShape } from './wire-shape.ts';

/** The shape of a schema, read off once, when a codec is made. */
export function toWireShape(schema: z.core.$ZodType): WireShape {
  if (schema instanceof z.ZodOptional) return toWireShape(schema.unwrap());
  if (schema instanceof z.ZodNullable) return { ...toWireShape(schema.unwrap()), nullable: true };
  if (schema instanceof z.ZodObject) return toObject(schema);
  if (schema instanceof z.ZodArray) return { kind: 'array', element: toWireShape(schema.element) };
  if (schema instanceof z.ZodRecord) {
    return schema.valueType instanceof z.ZodUnknown
      ? { kind: 'json' }
      : { kind: 'map', value: toWireShape(schema.valueType) };
  }
  if (schema instanceof z.ZodUnknown) return { kind: 'json' };
  if (schema instanceof z.ZodDiscriminatedUnion) return toUnion(schema);
  if (schema instanceof z.ZodUnion && !schema.options.every((option) => toWireShape(option).kind === 'leaf')) {
    throw new TypeError('A union of objects needs a discriminator, or its keys could not be converted.');
  }
  return { kind: 'leaf' };
}

function toObject(schema: z.ZodObject): ObjectShape {
  return toObjectShape(
    Object.entries(schema.shape).map(([key, field]) => {
      return { key, shape: toWireShape(field), optional: field instanceof z.ZodOptional };
    }),
  );
}

function toUnion(schema: z.ZodDiscriminatedUnion): UnionShape {
  const { discriminator } = schema.def;
  return toUnionShape(
    discriminator,
    schema.options.map((option) => {
      if (!(option instanceof z.ZodObject)) throw new TypeError('A discriminated union is made of objects.');
      return [(option.shape[discriminator] as z.ZodLiteral<string>).value, toObject(option)];
    }),
  );
}
