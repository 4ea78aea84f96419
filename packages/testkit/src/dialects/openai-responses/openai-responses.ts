import type { Dialect, DialectError } from '../dialect.ts';
import { toOpenAIError } from '../openai-error.ts';
import { encodeResponsesBody } from './encode-body.ts';
import { encodeResponsesStream } from './encode-stream.ts';
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
