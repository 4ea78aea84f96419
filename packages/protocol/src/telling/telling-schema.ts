import { z } from 'zod';
import { budgetsSchema, usedBudgetSchema } from '../log/budget.ts';
import { CALL_KINDS, callResultSchema } from '../log/call.ts';
import { jsonValueSchema } from '../log/json-value.ts';
import { TEXT_KINDS } from '../log/live-text.ts';
import { MESSAGE_TYPES } from '../messages/mail-message.ts';

/** When it happened; of text that is being written nobody says so. */
const told = { at: z.string().optional() };
const by = { agent: z.string(), turn: z.number().int() };
const call = {
  id: z.string(),
  ...by,
  call_id: z.string(),
  tool: z.string(),
  kind: z.enum(CALL_KINDS),
  input: jsonValueSchema,
  for_caller: z.boolean(),
};
/** Says all of the call: whoever answers some questions and is asked the others again need not remember them. */
const question = { ...call, needs: z.enum(['result', 'approval']) };
const outcome = z.enum(['complete', 'error', 'cancelled']);

/**
 * A telling on the wire. Texts and calls are described once, when they begin, and named by their ids after that: a
 * stream of one answer does not repeat its author with every word.
 */
export const tellingSchema = z
  .discriminatedUnion('type', [
    /** The first of every stream: what to come back with after a cut. */
    z.strictObject({
      type: z.literal('begin'),
      task_id: z.string(),
      run: z.number().int(),
      message_id: z.string(),
    }),
    z.strictObject({ type: z.literal('start'), ...told, answer_id: z.string() }),
    z.strictObject({
      type: z.literal('text_start'),
      ...told,
      id: z.string(),
      ...by,
      kind: z.enum(TEXT_KINDS),
      is_answer: z.boolean(),
    }),
    z.strictObject({ type: z.literal('text'), id: z.string(), offset: z.number().int(), delta: z.string() }),
    z.strictObject({ type: z.literal('text_end'), ...told, id: z.string(), retracted: z.boolean() }),
    z.strictObject({ type: z.literal('call'), ...told, ...call }),
    z.strictObject({ type: z.literal('question'), ...told, ...question }),
    z.strictObject({ type: z.literal('result'), ...told, id: z.string(), ...callResultSchema.shape }),
    z.strictObject({
      type: z.literal('mail'),
      id: z.string(),
      message_id: z.string(),
      from: z.string(),
      to: z.string(),
      subject: z.string(),
      body: z.string(),
      msg_type: z.enum(MESSAGE_TYPES),
      at: z.string(),
    }),
    z.strictObject({
      type: z.literal('notice'),
      ...told,
      code: z.string(),
      text: z.string(),
      agent: z.string().optional(),
    }),
    z.strictObject({ type: z.literal('queued'), ...told, place: z.number().int() }),
    z.strictObject({
      type: z.literal('usage'),
      ...told,
      agent: z.string(),
      model: z.string(),
      usage: z.record(z.string(), z.number()),
    }),
    z.strictObject({
      type: z.literal('pause'),
      ...told,
      seq: z.number().int(),
      questions: z.array(z.strictObject(question)),
      budget: usedBudgetSchema.optional(),
      budgets: budgetsSchema,
    }),
    z.strictObject({ type: z.literal('resume'), ...told }),
    /** `text` is there unless the answer was told as a text. */
    z.strictObject({
      type: z.literal('end'),
      ...told,
      outcome,
      text: z.string().optional(),
      code: z.string().optional(),
      budgets: budgetsSchema,
    }),
  ])
  .meta({ id: 'Telling' });

export type WireTelling = z.infer<typeof tellingSchema>;
