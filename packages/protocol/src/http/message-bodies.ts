import { z } from 'zod';
import { usedBudgetSchema } from '../log/budget.ts';
import { freeIdSchema } from '../id-schema.ts';
import { MESSAGE_TYPES } from '../messages/mail-message.ts';
import { filledTextSchema } from '../wire/filled.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';
import { storedEventSchema } from './task-bodies.ts';

const toolSchema = z.strictObject({
  name: filledTextSchema,
  description: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()),
});

const limitSchema = z.number().positive().optional();
const countSchema = z.number().int().positive().optional();

/** The limits of a run; see docs/configuration.md. */
const limitsSchema = z.strictObject({
  messages: countSchema,
  turns: countSchema,
  milliseconds: limitSchema,
  tokens: countSchema,
  cost: limitSchema,
  repeats: countSchema,
  result_bytes: countSchema,
  stored_result_bytes: countSchema,
  text_bytes: countSchema,
});

/** What a run may use up before it pauses; see docs/configuration.md. */
const budgetSchema = z.strictObject({ calls: countSchema, tokens: countSchema, cost: limitSchema });

/** What MAIL hands through to the swarm. `tool_results` is ours, beside MAIL's own name for the same thing, `limits` and `budget`. */
const kwargsSchema = z.strictObject({
  timeout: z.number().positive().optional(),
  max_steps: countSchema,
  limits: limitsSchema.optional(),
  budget: budgetSchema.optional(),
  breakpoint_tool_call_result: z.unknown().optional(),
  breakpoint_tool_caller: z.string().optional(),
  tool_results: z.unknown().optional(),
});

/** `POST /message`. Everything from `swarm` on is ours. */
export const postMessageWire = wireCodec({
  name: 'message request',
  aliases: { message: 'body' },
  schema: z
    .strictObject({
      body: z.string().optional(),
      subject: z.string().optional(),
      msg_type: z.enum(MESSAGE_TYPES).optional(),
      entrypoint: z.string().optional(),
      task_id: freeIdSchema.optional(),
      resume_from: z.enum(['user_response', 'breakpoint_tool_call']).optional(),
      stream: z.union([z.boolean(), z.literal('tokens'), z.literal('tellings')]).optional(),
      show_events: z.boolean().optional(),
      kwargs: kwargsSchema.optional(),
      swarm: filledTextSchema.optional(),
      tools: z.array(toolSchema).optional(),
      response_format: z.record(z.string(), z.unknown()).optional(),
      bypass_supervisor: z.boolean().optional(),
      after: z.number().int().positive().optional(),
      before_run: z.number().int().positive().optional(),
    })
    .meta({ id: 'PostMessage' }),
});
export type PostMessage = Wired<typeof postMessageWire>;

/** What `POST /message` answers when it does not stream. `task_id`, `status`, `code` and `budget` are ours. */
export const messageResultWire = wireCodec({
  name: 'message result',
  schema: z
    .strictObject({
      response: z.string(),
      events: z.array(storedEventSchema).nullable(),
      task_id: z.string().optional(),
      status: z.enum(['complete', 'paused', 'error', 'cancelled']).optional(),
      code: z.string().optional(),
      budget: usedBudgetSchema.optional(),
    })
    .meta({ id: 'MessageResult' }),
});
export type MessageResult = Wired<typeof messageResultWire>;
