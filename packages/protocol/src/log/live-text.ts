import { z } from 'zod';

/** The parts of a model's answer that stream: what it thinks, what it says, and the finish message of the task. */
export const TEXT_KINDS = ['reasoning', 'text', 'answer'] as const;

const place = {
  agent: z.string(),
  turn: z.number().int(),
  /** Which try of the turn wrote this: a rerun after a crash or a failed call counts on. */
  attempt: z.number().int(),
  part: z.number().int(),
  kind: z.enum(TEXT_KINDS),
};

/** Text of a turn that is still being written. */
export const liveTextSchema = z.strictObject({ ...place, text: z.string() });
export type LiveText = z.infer<typeof liveTextSchema>;

/** A piece of live text: belongs at `offset` of its part, whatever a reader has already seen. */
export const tokenSchema = z.strictObject({ ...place, offset: z.number().int(), delta: z.string() });
export type Token = z.infer<typeof tokenSchema>;
