import { z } from 'zod';
import { camelKey } from './wire-case.ts';

/**
 * What the two directions need to know of a schema: where objects with known keys are, and where foreign JSON starts that
 * has to pass untouched. Read off the zod schema once, when a codec is made.
 */
export type WireShape = { kind: 'leaf' } | { kind: 'json' } | ArrayShape | MapShape | ObjectShape | UnionShape;

export type ArrayShape = { kind: 'array'; element: WireShape };
export type MapShape = { kind: 'map'; value: WireShape };
export type ObjectShape = { kind: 'object'; fields: ReadonlyMap<string, WireField> };
export type UnionShape = {
  kind: 'union';
  discriminator: string;
  camelDiscriminator: string;
  options: ReadonlyMap<string, ObjectShape>;
  /** The tags there are, as an error message names them. */
  expectedTag: string;
};

type WireField = { key: string; camel: string; shape: WireShape; optional: boolean };

export function toWireShape(schema: z.core.$ZodType): WireShape {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return toWireShape(schema.unwrap());
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
  const fields = Object.entries(schema.shape).map(([key, field]): [string, WireField] => {
    const optional = field instanceof z.ZodOptional;
    return [key, { key, camel: camelKey(key), shape: toWireShape(field), optional }];
  });
  return { kind: 'object', fields: new Map(fields) };
}

function toUnion(schema: z.ZodDiscriminatedUnion): UnionShape {
  const { discriminator } = schema.def;
  const options = schema.options.map((option): [string, ObjectShape] => {
    if (!(option instanceof z.ZodObject)) throw new TypeError('A discriminated union is made of objects.');
    const tag = option.shape[discriminator] as z.ZodLiteral<string>;
    return [tag.value, toObject(option)];
  });
  const expectedTag = `one of ${options.map(([tag]) => JSON.stringify(tag)).join(', ')}`;
  return {
    kind: 'union',
    discriminator,
    camelDiscriminator: camelKey(discriminator),
    options: new Map(options),
    expectedTag,
  };
}
