import type { JSONObject, Usage } from '@posthouse/protocol';

/** What agents have used, in the names of Responses. */
export function toResponseUsage(usage: Usage): JSONObject {
  const { inputTokens, outputTokens, cacheReadTokens = 0, reasoningTokens = 0 } = usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cacheReadTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}

/** The same in the names of chat completions. */
export function toChatUsage(usage: Usage): JSONObject {
  const { inputTokens, outputTokens, cacheReadTokens = 0, reasoningTokens = 0 } = usage;
  return {
    prompt_tokens: inputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadTokens },
    completion_tokens: outputTokens,
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
