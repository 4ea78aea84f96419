import type { JSONObject, JSONValue } from '@posthouse/protocol';
import type { CreateResponse } from '../../wire/openai/responses-request.ts';

/** What of a request an answer repeats. */
export type ResponseRequest = Omit<CreateResponse, 'model' | 'input'>;

/** What of a response is known before anybody has worked on it. */
export function toResponseShell({ id, model }: { id: string; model: string }, request: ResponseRequest): JSONObject {
  const shell = {
    id,
    object: 'response',
    model,
    background: request.background ?? false,
    instructions: request.instructions ?? null,
    max_output_tokens: request.maxOutputTokens ?? null,
    metadata: request.metadata ?? {},
    parallel_tool_calls: request.parallelToolCalls ?? true,
    previous_response_id: request.previousResponseId ?? null,
    reasoning: { effort: request.reasoning?.effort ?? null, summary: request.reasoning?.summary ?? null },
    store: request.store ?? true,
    temperature: request.temperature ?? null,
    text: { format: (request.text?.format as JSONValue | undefined) ?? { type: 'text' } },
    tool_choice: (request.toolChoice as JSONValue | undefined) ?? 'auto',
    tools: (request.tools as JSONValue | undefined) ?? [],
    top_p: request.topP ?? null,
    truncation: 'disabled',
    user: request.user ?? null,
  };
  return shell;
}
