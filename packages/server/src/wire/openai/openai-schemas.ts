import { budgetsSchema } from '@posthouse/protocol';
import { z } from 'zod';

/** Every error of this door. */
export const openAIErrorSchema = z
  .strictObject({
    error: z.strictObject({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string(),
    }),
  })
  .meta({ id: 'OpenAIError' });

export const modelSchema = z
  .strictObject({
    id: z.string(),
    object: z.literal('model'),
    created: z.number().int(),
    owned_by: z.string(),
    description: z.string().optional(),
  })
  .meta({ id: 'OpenAIModel' });

export const modelListSchema = z.strictObject({ object: z.literal('list'), data: z.array(modelSchema) });

const partSchema = z.strictObject({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.unknown()),
  logprobs: z.array(z.unknown()),
});

const statusSchema = z.enum(['in_progress', 'completed', 'incomplete']);

const itemSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('message'),
    id: z.string(),
    status: statusSchema,
    role: z.literal('assistant'),
    content: z.array(partSchema),
  }),
  z.strictObject({
    type: z.literal('reasoning'),
    id: z.string(),
    status: statusSchema,
    summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    id: z.string(),
    status: statusSchema,
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
]);

const count = z.number().int();

export const responseSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: count,
    status: z.enum(['in_progress', 'completed', 'incomplete', 'failed', 'cancelled']),
    model: z.string(),
    output: z.array(itemSchema),
    error: z.strictObject({ code: z.string(), message: z.string(), type: z.string() }).nullable(),
    incomplete_details: z.strictObject({ reason: z.string(), message: z.string() }).nullable(),
    usage: z
      .strictObject({
        input_tokens: count,
        input_tokens_details: z.strictObject({ cached_tokens: count }),
        output_tokens: count,
        output_tokens_details: z.strictObject({ reasoning_tokens: count }),
        total_tokens: count,
        budgets: budgetsSchema,
      })
      .nullable(),
  })
  .meta({ id: 'OpenAIResponse' });

/** An event of a stream of Responses; OpenAI's reference has the fields of each type. */
export const responseEventSchema = z
  .looseObject({ type: z.string(), sequence_number: count })
  .meta({ id: 'OpenAIResponseEvent' });

const chatUsageSchema = z.strictObject({
  prompt_tokens: count,
  prompt_tokens_details: z.strictObject({ cached_tokens: count }),
  completion_tokens: count,
  completion_tokens_details: z.strictObject({ reasoning_tokens: count }),
  total_tokens: count,
  budgets: budgetsSchema,
});

const toolCallSchema = z.strictObject({
  index: count.optional(),
  id: z.string(),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});

const finishSchema = z.enum(['stop', 'tool_calls', 'length']);
const detailsSchema = z.strictObject({ reason: z.string(), message: z.string() });

export const completionSchema = z
  .strictObject({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: count,
    model: z.string(),
    choices: z.array(
      z.strictObject({
        index: count,
        message: z.strictObject({
          role: z.literal('assistant'),
          content: z.string().nullable(),
          refusal: z.null(),
          annotations: z.array(z.unknown()),
          tool_calls: z.array(toolCallSchema).optional(),
        }),
        logprobs: z.null(),
        finish_reason: finishSchema,
        incomplete_details: detailsSchema.optional(),
      }),
    ),
    usage: chatUsageSchema,
  })
  .meta({ id: 'OpenAIChatCompletion' });

/** A chunk of a completion, or the error that a stream ends with. */
export const chunkSchema = z
  .union([
    z.strictObject({
      id: z.string(),
      object: z.literal('chat.completion.chunk'),
      created: count,
      model: z.string(),
      choices: z.array(
        z.strictObject({
          index: count,
          delta: z.strictObject({
            role: z.literal('assistant').optional(),
            content: z.string().optional(),
            refusal: z.null().optional(),
            tool_calls: z.array(toolCallSchema).optional(),
          }),
          logprobs: z.null(),
          finish_reason: finishSchema.nullable(),
          incomplete_details: detailsSchema.optional(),
        }),
      ),
      usage: chatUsageSchema.nullable().optional(),
    }),
    openAIErrorSchema,
  ])
  .meta({ id: 'OpenAIChatChunk' });
