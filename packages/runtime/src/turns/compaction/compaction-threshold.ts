import type { Agent, ModelRef } from '../../definitions/agent.ts';

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

/** For models that nobody has told us about. Small enough for any model in use, and never zero (Q21). */
export const DEFAULT_CONTEXT_WINDOW = 128_000;

/** How many tokens a model reads, by the beginning of its name. The first that fits counts. */
const KNOWN: readonly [RegExp, number][] = [
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o/, 128_000],
  [/^gpt-5/, 272_000],
  [/^o[134]\b/, 200_000],
  [/^claude-/, 200_000],
  [/^gemini-/, 1_048_576],
];

/**
 * The tokens that a model can read. `configured` is for models that are not in the table.
 *
 * @example contextWindowOf('anthropic/claude-sonnet-4-5') // 200_000
 */
export function contextWindowOf(model: ModelRef | undefined, configured: number = DEFAULT_CONTEXT_WINDOW): number {
  const id = idOf(model);
  return KNOWN.find(([name]) => name.test(id))?.[1] ?? configured;
}

/** What a provider calls the model: `openai/gpt-5` and `litellm_proxy/openai/gpt-5` are the same one. */
function idOf(model: ModelRef | undefined): string {
  const name = typeof model === 'object' ? model.modelId : (model ?? '');
  return name.slice(name.lastIndexOf('/') + 1).toLowerCase();
}
