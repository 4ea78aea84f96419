import type { AnswerUsage } from '@posthouse/runtime/scripted/playing';

export function toChatUsage({ input, cached, output, reasoning }: AnswerUsage) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
