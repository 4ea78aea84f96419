import type { Agent } from '../../definitions/agent.ts';
import { contextWindowOf } from './context-window.ts';

/**
 * How many tokens an agent's prompt may take before its history is summarised, or undefined when it never is. A limit of
 * the agent and one of the step both hold, so the lower one counts.
 */
export function compactionThreshold(
  { compaction, model, contextWindow }: Pick<Agent, 'compaction' | 'model' | 'contextWindow'>,
  dynamicContextRatio = 0,
): number | undefined {
  const limits = [
    ...(compaction === undefined ? [] : [compaction.maxTokens]),
    ...(dynamicContextRatio > 0 ? [Math.floor(contextWindowOf(model, contextWindow) * dynamicContextRatio)] : []),
  ];
  return limits.length === 0 ? undefined : Math.min(...limits);
}
