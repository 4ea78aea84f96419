import { z } from 'zod';

/** What one model call consumed. `cost` is there when the price of the model is known. */
export const usageSchema = z.strictObject({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
  cost: z.number().optional(),
});

export type Usage = z.infer<typeof usageSchema>;
