import { z } from 'zod';
import type { JSONSchema } from '../json.ts';
import { filledTextSchema } from '../wire/filled.ts';
import { jsonValueSchema } from './json-value.ts';

/** A JSON Schema is somebody else's document; it is carried, not understood. */
export const jsonSchemaSchema: z.ZodType<JSONSchema> = z.record(z.string(), jsonValueSchema);

/** A tool that the caller of a run brings along. */
export const toolSpecSchema = z.strictObject({
  name: filledTextSchema,
  description: z.string().optional(),
  parameters: jsonSchemaSchema,
});

export type ToolSpec = z.infer<typeof toolSpecSchema>;
