import { isJSONObject, type WireCodec, wireCodec, type Wired } from '@posthouse/protocol';
import { z } from 'zod';
import { ignoredFields } from './ignored-fields.ts';

/** One message of the user, or items: messages, calls and their outputs. */
export type ResponseInput = string | Record<string, unknown>[];

const inputSchema = z
  .unknown()
  .refine((value): boolean => typeof value === 'string' || (Array.isArray(value) && value.every(isJSONObject)), {
    error: 'a text or a list of items',
  })
  .meta({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }] });

const createResponseSchema = z
  .strictObject({
    model: z.string().min(1),
    input: inputSchema,
    instructions: z.string().optional(),
    previous_response_id: z.string().optional(),
    stream: z.boolean().optional(),
    background: z.boolean().optional(),
    tools: z.array(z.record(z.string(), z.unknown())).optional(),
    tool_choice: z.unknown().optional(),
    text: z.strictObject({ format: z.record(z.string(), z.unknown()).optional() }).optional(),
    reasoning: z.strictObject({ summary: z.string().optional(), effort: z.string().optional() }).optional(),
    max_output_tokens: z.number().optional(),
    ...ignoredFields,
  })
  .meta({ id: 'CreateResponse' });

/** What is read of the body of `POST /v1/responses`. */
export const createResponseWire: WireCodec<typeof createResponseSchema> = wireCodec({
  name: 'response request',
  schema: createResponseSchema,
});
export type CreateResponse = Wired<typeof createResponseWire>;
