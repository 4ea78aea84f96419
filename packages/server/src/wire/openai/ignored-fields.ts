import { z } from 'zod';

/**
 * What OpenAI's clients may say and a swarm has no use for: its agents have settings of their own, and its tasks are always
 * kept. Taken and, where the answer has a place for it, repeated.
 */
export const ignoredFields = {
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  parallel_tool_calls: z.boolean().optional(),
  store: z.boolean().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  user: z.string().optional(),
};
