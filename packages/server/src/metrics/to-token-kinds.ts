import type { Usage } from '@posthouse/protocol';

/** How many tokens of each kind were used, as far as that is known. What cannot be counted is left out. */
export function toTokenKinds(usage: Usage | undefined): [kind: string, count: number][] {
  const kinds = {
    input: usage?.inputTokens,
    output: usage?.outputTokens,
    cache_read: usage?.cacheReadTokens,
    cache_write: usage?.cacheWriteTokens,
    reasoning: usage?.reasoningTokens,
  };
  return Object.entries(kinds).filter((each): each is [string, number] => each[1] !== undefined && each[1] >= 0);
}
