import { isJSONObject } from '@posthouse/protocol';
import type { AnswerUsage } from '@posthouse/runtime/scripted/playing';
import { createdAt, type Reply } from '../dialect.ts';
import { responseId, toOutputItems } from './output-items.ts';

/** The whole answer as one finished response. */
export function encodeResponsesBody(reply: Reply) {
  const { finishReason, usage } = reply.answer;
  const reason =
    finishReason === 'length' ? 'max_output_tokens' : finishReason === 'content-filter' ? 'content_filter' : undefined;
  return {
    ...encodeOpening(reply),
    status: reason === undefined ? 'completed' : 'incomplete',
    incomplete_details: reason === undefined ? null : { reason },
    output: toOutputItems(reply),
    usage: toUsage(usage),
  };
}

/** The response as it stands before anything has been said. */
export function encodeOpening(reply: Reply) {
  const body: Record<string, unknown> = isJSONObject(reply.request.body) ? reply.request.body : {};
  return {
    id: responseId(reply),
    object: 'response',
    created_at: createdAt(reply),
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model: reply.request.model,
    output: [] as object[],
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: body.reasoning ?? { effort: null, summary: null },
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: body.text ?? { format: { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: body.top_p ?? 1,
    truncation: 'disabled',
    usage: null as object | null,
    metadata: body.metadata ?? {},
  };
}

function toUsage({ input, cached, output, reasoning }: AnswerUsage) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}
