import { z } from 'zod';
import { usageSchema } from '../log/usage.ts';
import { mailMessageSchema } from '../messages/mail-message.ts';
import { timestampSchema } from '../timestamp.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';

/** The data of a frame that tells of something in the log. */
function frameData<Extra extends z.ZodRawShape>(extra: Extra) {
  return z.strictObject({
    timestamp: timestampSchema,
    description: z.string(),
    task_id: z.string(),
    extra_data: z.strictObject({ ...remoteMark, ...extra }),
  });
}

/** Added by us: the swarm in which it happened, when that is another one. */
const remoteMark = { remote_swarm: z.string().optional() };

/**
 * Added by us to frames that MAIL leaves empty: who called what, so that a reader need not take prose apart. Optional,
 * because other servers do not send it.
 */
const callerFields = {
  caller: z.string().optional(),
  tool_name: z.string().optional(),
  tool_call_id: z.string().optional(),
};

/** A frame without extra data of its own. */
function plainFrame<Name extends string>(event: Name) {
  return frame(event, frameData(callerFields));
}

/** A frame: its name, its data and, when it stands in the log, its place there. */
function frame<Name extends string, Data extends z.ZodType>(event: Name, data: Data) {
  return z.strictObject({ event: z.literal(event), id: z.string().optional(), data });
}

/**
 * The frame that ends a stream carries `response`; one of the same name that only tells of the past (in a task record)
 * carries description and extra data instead. `status` and `code` are ours.
 */
const endData = z.strictObject({
  timestamp: timestampSchema,
  task_id: z.string(),
  response: z.string().optional(),
  description: z.string().optional(),
  extra_data: z.record(z.string(), z.unknown()).optional(),
  status: z.enum(['complete', 'paused', 'error', 'cancelled']).optional(),
  code: z.string().optional(),
});

/** The frames of the MAIL protocol. */
const protocolFrames = [
  frame('new_message', frameData({ full_message: mailMessageSchema.optional() })),
  frame(
    'tool_call',
    frameData({
      ...callerFields,
      tool_args: z.unknown().optional(),
      reasoning: z.string().optional(),
      reasoning_ref: z.string().optional(),
      preamble: z.string().optional(),
    }),
  ),
  plainFrame('task_complete_call'),
  plainFrame('task_complete_call_duplicate'),
  frame('task_complete', endData),
  frame('task_error', endData),
  plainFrame('agent_error'),
  plainFrame('action_call'),
  frame('action_complete', frameData({ ...callerFields, result: z.unknown().optional() })),
  frame('action_error', frameData({ ...callerFields, error_message: z.string().optional() })),
  frame(
    'builtin_tool_call',
    frameData({ ...callerFields, tool_type: z.string().optional(), tool_args: z.unknown().optional() }),
  ),
  plainFrame('broadcast_ignored'),
  frame('await_message', frameData({ ...callerFields, reason: z.string().optional() })),
  plainFrame('help_called'),
  plainFrame('breakpoint_tool_call'),
  frame('breakpoint_action_complete', frameData({ ...callerFields, result: z.unknown().optional() })),
  plainFrame('interswarm_message_sent'),
  plainFrame('interswarm_message_received'),
  plainFrame('interswarm_message_error'),
  plainFrame('run_loop_error'),
  plainFrame('run_loop_cancelled'),
  plainFrame('shutdown_requested'),
  frame('ping', z.strictObject({ timestamp: timestampSchema, task_id: z.string() })),
] as const;

const usageFields = usageSchema.shape;

/** Our additions. Other MAIL clients ignore frames they do not know. */
const addedFrames = [
  frame(
    'token',
    z.strictObject({
      task_id: z.string(),
      agent: z.string(),
      turn: z.number().int(),
      attempt: z.number().int(),
      part: z.number().int(),
      kind: z.string(),
      offset: z.number().int(),
      delta: z.string(),
    }),
  ),
  frame('queued', z.strictObject({ task_id: z.string(), place: z.number().int() })),
  frame('run_started', frameData({ run: z.number().int(), answer_id: z.string() })),
  frame(
    'usage',
    frameData({
      ...callerFields,
      model: z.string(),
      input_tokens: usageFields.inputTokens,
      output_tokens: usageFields.outputTokens,
      cache_read_tokens: usageFields.cacheReadTokens,
      cache_write_tokens: usageFields.cacheWriteTokens,
      reasoning_tokens: usageFields.reasoningTokens,
      cost: usageFields.cost,
    }),
  ),
  frame('notice', frameData({ ...callerFields, code: z.string() })),
  frame('text_abandoned', frameData({ ...callerFields, turn: z.number().int().optional(), attempt: z.number().int() })),
  frame('history_compacted', frameData({ ...callerFields, through: z.number().int() })),
  plainFrame('task_resumed'),
] as const;

export const mailFrameSchema = z
  .discriminatedUnion('event', [...protocolFrames, ...addedFrames])
  .meta({ id: 'MAILFrame' });

/** A frame of a MAIL event stream. */
export const mailFrameWire = wireCodec({ name: 'MAILFrame', schema: mailFrameSchema });

export type MAILFrame = Wired<typeof mailFrameWire>;
export type MAILFrameName = MAILFrame['event'];

/** The names in the MAIL protocol; all others are our additions. */
export const MAIL_FRAME_NAMES: readonly MAILFrameName[] = protocolFrames.map((each) => each.shape.event.value);
