import { type WireCodec, wireCodec, type Wired } from '@posthouse/protocol';
import { z } from 'zod';
import { ignoredFields } from './ignored-fields.ts';

const chatRequestSchema = z
  .strictObject({
    model: z.string().min(1),
    messages: z.array(z.record(z.string(), z.unknown())).min(1),
    stream: z.boolean().optional(),
    stream_options: z.strictObject({ include_usage: z.boolean().optional() }).optional(),
    tools: z.array(z.record(z.string(), z.unknown())).optional(),
    tool_choice: z.unknown().optional(),
    response_format: z.record(z.string(), z.unknown()).optional(),
    n: z.literal(1).optional(),
    ...ignoredFields,
  })
  .meta({ id: 'ChatCompletionRequest' });

/** What is read of the body of `POST /v1/chat/completions`. */
export const chatRequestWire: WireCodec<typeof chatRequestSchema> = wireCodec({
  name: 'chat completion request',
  schema: chatRequestSchema,
});
export type ChatRequest = Wired<typeof chatRequestWire>;
