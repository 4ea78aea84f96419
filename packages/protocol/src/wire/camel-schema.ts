import { z } from 'zod';
import type { Camel } from './wire-case.ts';
import { camelKey } from './wire-case.ts';

/** The schema of a wire type after conversion, for places that hold it in camelCase, such as the task log. */
export function camelSchema<Schema extends z.ZodType>(schema: Schema): z.ZodType<Camel<z.infer<Schema>>> {
  return convert(schema) as z.ZodType<Camel<z.infer<Schema>>>;
}

function convert(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return convert(schema.unwrap()).optional();
  if (schema instanceof z.ZodNullable) return convert(schema.unwrap()).nullable();
  if (schema instanceof z.ZodArray)
    return schema.clone({ ...schema.def, element: convert(schema.element) }, { parent: true });
  if (schema instanceof z.ZodObject) return convertObject(schema);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const options = schema.options.map((option) => convertObject(option as z.ZodObject));
    return z.discriminatedUnion(camelKey(schema.def.discriminator), options as [z.ZodObject, ...z.ZodObject[]]);
  }
  return schema as z.ZodType;
}

function convertObject(schema: z.ZodObject): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(Object.entries(schema.shape).map(([key, field]) => [camelKey(key), convert(field)])),
  );
}
