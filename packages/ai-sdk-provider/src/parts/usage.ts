import type { JSONObject, LanguageModelV3Usage } from '@ai-sdk/provider';
import type { MAILAgentUsage } from '../metadata.ts';

/** Two counts as one. */
export function addUsage(one: MAILAgentUsage | undefined, other: MAILAgentUsage): MAILAgentUsage {
  const both = { ...one } as MAILAgentUsage;
  for (const [key, value] of Object.entries(other) as [keyof MAILAgentUsage, number][]) {
    both[key] = (both[key] ?? 0) + value;
  }
  return both;
}

/** What all agents used together, in the AI SDK's form. What nobody reported is unknown, not zero. */
export function toTotalUsage(agents: Record<string, MAILAgentUsage>): LanguageModelV3Usage {
  const all = Object.values(agents).reduce<MAILAgentUsage | undefined>(addUsage, undefined);
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = all ?? {};
  return {
    inputTokens: {
      total: inputTokens,
      noCache: less(inputTokens, (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0)),
      cacheRead: cacheReadTokens,
      cacheWrite: cacheWriteTokens,
    },
    outputTokens: { total: outputTokens, text: less(outputTokens, reasoningTokens ?? 0), reasoning: reasoningTokens },
    raw: all as JSONObject | undefined,
  };
}

function less(total: number | undefined, part: number): number | undefined {
  return total === undefined ? undefined : Math.max(0, total - part);
}
