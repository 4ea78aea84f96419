import type { Usage } from '@posthouse/protocol';
import type { PiUsage } from './pi-event.ts';

/** What a message has used. pi counts cached tokens apart from the others; we count all input. */
export function toUsage({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0, cost }: PiUsage): Usage {
  return {
    inputTokens: input + cacheRead + cacheWrite,
    outputTokens: output,
    cacheReadTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    cost: cost?.total,
  };
}
