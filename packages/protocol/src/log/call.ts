import { z } from 'zod';
import { jsonValueSchema } from './json-value.ts';

/** `mail`: a tool of the protocol. `action`: the swarm's own. `breakpoint`: answered from outside. `builtin`: run by the model's provider. */
export const CALL_KINDS = ['mail', 'action', 'breakpoint', 'builtin'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/**
 * How a call came out. `unknown`: it was started, and a crash hid the rest. `not-run`: an interrupt, a cancel or a
 * completion came first.
 */
export const callResultSchema = z.strictObject({
  status: z.enum(['success', 'error', 'unknown', 'not-run']),
  content: jsonValueSchema,
  code: z.string().optional(),
});
export type CallResult = z.infer<typeof callResultSchema>;

/** A call that waits for its result from outside. */
export const openCallSchema = z.strictObject({ callId: z.string(), tool: z.string(), input: jsonValueSchema });
export type OpenCall = z.infer<typeof openCallSchema>;
