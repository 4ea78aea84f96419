import type { JSONObject, LanguageModelV3Usage } from '@ai-sdk/provider';
import { addUsage } from '@posthouse/protocol/light';
import type { MAILAgentUsage } from '../metadata.ts';

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
