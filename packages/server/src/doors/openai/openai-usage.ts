import type { JSONObject, Usage, UsedBudget } from '@posthouse/protocol';

/** What was used, and where budgets are set, what is used of them: a key of ours that clients ignore. */
type Used = { usage: Usage; budgets: readonly UsedBudget[] | undefined };

const toBudgets = ({ budgets }: Used): JSONObject =>
  budgets === undefined ? {} : { budgets: budgets.map((budget) => ({ ...budget }) as JSONObject) };

/** What agents have used, in the names of Responses. */
export function toResponseUsage(used: Used): JSONObject {
  const { inputTokens, outputTokens, cacheReadTokens = 0, reasoningTokens = 0 } = used.usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cacheReadTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
    ...toBudgets(used),
  };
}

/** The same in the names of chat completions. */
export function toChatUsage(used: Used): JSONObject {
  const { inputTokens, outputTokens, cacheReadTokens = 0, reasoningTokens = 0 } = used.usage;
  return {
    prompt_tokens: inputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadTokens },
    completion_tokens: outputTokens,
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
    ...toBudgets(used),
  };
}
