import { z } from 'zod';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';

/** `POST /responses`: the bridge for programs that speak OpenAI's Responses. */
export const responsesRequestWire = wireCodec({
  name: 'responses request',
  schema: z
    .strictObject({
      input: z.array(z.unknown()),
      tools: z.array(z.unknown()),
      instructions: z.string().optional(),
      previous_response_id: z.string().optional(),
      tool_choice: z.unknown().optional(),
      parallel_tool_calls: z.boolean().optional(),
      kwargs: z.record(z.string(), z.unknown()).optional(),
    })
    .meta({ id: 'ResponsesRequest' }),
});
export type ResponsesRequest = Wired<typeof responsesRequestWire>;
