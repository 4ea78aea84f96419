import { isJSONObject } from '@posthouse/protocol';
import type { ScriptedEvent, AnswerUsage } from '@posthouse/runtime/scripted/playing';
import { createdAt, type Dialect, type DialectError, type Reply } from '../dialect.ts';
import { toOpenAIError } from '../openai-error.ts';
import type { ServerSentEvent } from '../server-sent-event.ts';
import { encodePartEvent } from './encode-part-event.ts';
import { responseId, toOutputItems } from './output-items.ts';
import { parseResponsesRequest } from './parse-request.ts';

/** OpenAI Responses, with reasoning summaries and the provider's own web search and code interpreter. */
export const openaiResponses: Dialect = {
  name: 'openai-responses',
  path: '/responses',
  requestIdHeader: 'x-request-id',
  parseRequest: parseResponsesRequest,
  findUnsayable: () => undefined,
  encodeBody: encodeResponsesBody,
  encodeStream: encodeResponsesStream,
  encodeError: (error) => ({ error: toOpenAIError(error) }),
  encodeErrorEvent,
};

/** The number is 0 because it counts nothing: no client reads on after an error. */
function encodeErrorEvent(error: DialectError) {
  const { message, code, param } = toOpenAIError(error);
  return { event: 'error', data: JSON.stringify({ type: 'error', sequence_number: 0, code, message, param }) };
}

/** The answer as response events. They are numbered, so the function keeps count. */
function encodeResponsesStream(reply: Reply): (event: ScriptedEvent) => ServerSentEvent[] {
  let sequence = 0;
  return (event) =>
    toEvents(event, reply).map(({ type, ...fields }) => ({
      event: type,
      data: JSON.stringify({ type, sequence_number: sequence++, ...fields }),
    }));
}

function toEvents(event: ScriptedEvent, reply: Reply): { type: string; [key: string]: unknown }[] {
  switch (event.type) {
    case 'start': {
      const response = encodeOpening(reply);
      return [
        { type: 'response.created', response },
        { type: 'response.in_progress', response },
      ];
    }
    case 'finish': {
      const response = encodeResponsesBody(reply);
      return [{ type: `response.${response.status}`, response }];
    }
    default:
      return encodePartEvent(event, reply);
  }
}

/** The whole answer as one finished response. */
function encodeResponsesBody(reply: Reply) {
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
function encodeOpening(reply: Reply) {
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
