import type { ScriptedFinishReason } from '@posthouse/runtime/scripted';
import type { AnswerPart, AnswerUsage } from '@posthouse/runtime/scripted/playing';

const stopReasons: Record<ScriptedFinishReason, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
};

export function toStopReason(reason: ScriptedFinishReason): string {
  return stopReasons[reason];
}

/** Here the input tokens do not include the cached ones. */
export function toInputUsage({ input, cached }: AnswerUsage) {
  return { input_tokens: input - cached, cache_creation_input_tokens: 0, cache_read_input_tokens: cached };
}

export function toOutputUsage({ output, reasoning }: AnswerUsage) {
  return { output_tokens: output, output_tokens_details: { thinking_tokens: reasoning } };
}

/** Opaque to clients, who must send it back unchanged; the same each time. */
export function toSignature(request: number, part: number): string {
  return Buffer.from(`scripted thinking ${request}.${part}`).toString('base64');
}

export function toCitations({ text, citations }: AnswerPart & { type: 'text' }) {
  return citations.map(({ url, title, start, end }, at) => ({
    type: 'web_search_result_location',
    cited_text: text.slice(start, end),
    url,
    title,
    encrypted_index: `scripted-${at}`,
  }));
}

export function toSearchResult({ id, results }: AnswerPart & { type: 'web-search' }) {
  return {
    type: 'web_search_tool_result',
    tool_use_id: id,
    content: results.map(({ url, title }) => ({
      type: 'web_search_result',
      url,
      title,
      encrypted_content: Buffer.from(title).toString('base64'),
      page_age: null,
    })),
  };
}
