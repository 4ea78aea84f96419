import { z } from 'zod';
import { timestampSchema } from '../timestamp.ts';

/** The data of a frame that tells of something in the log. */
export function frameData<Extra extends z.ZodRawShape>(extra: Extra) {
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
export const callerFields = {
  caller: z.string().optional(),
  tool_name: z.string().optional(),
  tool_call_id: z.string().optional(),
};

/** A frame without extra data of its own. */
export function plainFrame<Name extends string>(event: Name) {
  return frame(event, frameData(callerFields));
}

/** A frame: its name, its data and, when it stands in the log, its place there. */
export function frame<Name extends string, Data extends z.ZodType>(event: Name, data: Data) {
  return z.strictObject({ event: z.literal(event), id: z.string().optional(), data });
}
