import type { AnswerEvent } from '@posthouse/runtime/scripted/playing';
import type { Dialect, DialectError, Reply } from '../dialect.ts';
import { toOpenAIError } from '../openai-error.ts';
import type { ServerSentEvent } from '../server-sent-event.ts';
import { encodeOpening, encodeResponsesBody } from './encode-body.ts';
import { encodePartEvent } from './encode-part-event.ts';
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
function encodeResponsesStream(reply: Reply): (event: AnswerEvent) => ServerSentEvent[] {
  let sequence = 0;
  return (event) =>
    toEvents(event, reply).map(({ type, ...fields }) => ({
      event: type,
      data: JSON.stringify({ type, sequence_number: sequence++, ...fields }),
    }));
}

function toEvents(event: AnswerEvent, reply: Reply): { type: string; [key: string]: unknown }[] {
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
