import type { Usage } from '@posthouse/protocol';
import type { OpencodeTokens } from './opencode-event.ts';

/** What was used. OpenCode counts cached and reasoning tokens apart; we count them in. */
export function toUsage({ tokens = {}, cost }: { tokens?: OpencodeTokens; cost?: number }): Usage {
  const { input = 0, output = 0, reasoning = 0, cache = {} } = tokens;
  const { read = 0, write = 0 } = cache;
  return {
    inputTokens: input + read + write,
    outputTokens: output + reasoning,
    reasoningTokens: reasoning,
    cacheReadTokens: read,
    cacheWriteTokens: write,
    cost,
  };
}
