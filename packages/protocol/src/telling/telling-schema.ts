import { z } from 'zod';
import { CALL_KINDS, callResultSchema } from '../log/call.ts';
import { jsonValueSchema } from '../log/json-value.ts';
import { TEXT_KINDS } from '../log/live-text.ts';
import { MESSAGE_TYPES } from '../messages/mail-message.ts';

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
 * A telling on the wire. Texts and calls are described once, when they begin, and named by their ids after that: a stream
 * of one answer does not repeat who is writing it with every word.
 */
export const tellingSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('start'), answer_id: z.string() }),
    z.strictObject({
      type: z.literal('text_start'),
      id: z.string(),
      ...by,
      kind: z.enum(TEXT_KINDS),
      is_answer: z.boolean(),
    }),
    z.strictObject({ type: z.literal('text'), id: z.string(), offset: z.number().int(), delta: z.string() }),
    z.strictObject({ type: z.literal('text_end'), id: z.string(), retracted: z.boolean() }),
    z.strictObject({ type: z.literal('call'), ...call }),
    z.strictObject({ type: z.literal('question'), ...question }),
    z.strictObject({ type: z.literal('result'), id: z.string(), ...callResultSchema.shape }),
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
    z.strictObject({ type: z.literal('notice'), code: z.string(), text: z.string(), agent: z.string().optional() }),
    z.strictObject({
      type: z.literal('usage'),
      agent: z.string(),
      model: z.string(),
      usage: z.record(z.string(), z.number()),
    }),
    z.strictObject({ type: z.literal('pause'), seq: z.number().int(), questions: z.array(z.strictObject(question)) }),
    z.strictObject({ type: z.literal('resume') }),
    /** `text` is there unless the answer was told as a text. */
    z.strictObject({ type: z.literal('end'), outcome, text: z.string().optional(), code: z.string().optional() }),
  ])
  .meta({ id: 'Telling' });

export type WireTelling = z.infer<typeof tellingSchema>;
