import type { ScriptedFinishReason } from '@posthouse/runtime/scripted';
import type { AnswerPart, AnswerUsage } from '@posthouse/runtime/scripted/playing';

export function toChatFinishReason(reason: ScriptedFinishReason): string {
  return reason.replace('-', '_');
}

export function toAnnotations({ citations }: AnswerPart & { type: 'text' }) {
  return citations.map(({ url, title, start, end }) => ({
    type: 'url_citation',
    url_citation: { url, title, start_index: start, end_index: end },
  }));
}

export function toChatUsage({ input, cached, output, reasoning }: AnswerUsage) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
