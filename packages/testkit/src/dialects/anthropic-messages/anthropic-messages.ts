import { type AnswerPart, parseJson } from '@posthouse/runtime/scripted/playing';
import type { Dialect, DialectError, Reply } from '../dialect.ts';
import { encodeMessagesStream } from './encode-stream.ts';
import { parseMessagesRequest } from './parse-request.ts';
import { toCitations, toInputUsage, toOutputUsage, toSearchResult, toSignature, toStopReason } from './wire-values.ts';

/** Anthropic Messages, with thinking blocks and the provider's own web search. */
export const anthropicMessages: Dialect = {
  name: 'anthropic-messages',
  path: '/messages',
  requestIdHeader: 'request-id',
  parseRequest: parseMessagesRequest,
  findUnsayable,
  encodeBody: encodeMessagesBody,
  encodeStream: encodeMessagesStream,
  encodeError: toErrorObject,
  encodeErrorEvent: (error) => ({ event: 'error', data: JSON.stringify(toErrorObject(error)) }),
};

function findUnsayable({ request, answer }: Reply): string | undefined {
  if (answer.parts.some((part) => part.type === 'code-interpreter')) {
    return 'Anthropic Messages has no form for a code-interpreter part.';
  }
  const malformed = answer.parts.some((part) => part.type === 'tool-call' && parseJson(part.inputText) === undefined);
  if (malformed && !request.stream) return 'Anthropic Messages can send malformed tool input only in a stream.';
  return undefined;
}

const errorTypes: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function toErrorObject({ status, message }: DialectError) {
  const type = errorTypes[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return { type: 'error', error: { type, message } };
}

/** The whole answer as one message. */
function encodeMessagesBody({ request, answer }: Reply) {
  return {
    id: `msg_${request.index}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: answer.parts.flatMap((part, at) => toBlocks(part, toSignature(request.index, at))),
    stop_reason: toStopReason(answer.finishReason),
    stop_sequence: null,
    usage: { ...toInputUsage(answer.usage), ...toOutputUsage(answer.usage) },
  };
}

function toBlocks(part: AnswerPart, signature: string): object[] {
  switch (part.type) {
    case 'text':
      return [
        { type: 'text', text: part.text, ...(part.citations.length > 0 ? { citations: toCitations(part) } : {}) },
      ];
    case 'reasoning':
      return [
        part.redacted
          ? { type: 'redacted_thinking', data: signature }
          : { type: 'thinking', thinking: part.text, signature },
      ];
    case 'tool-call':
      return [{ type: 'tool_use', id: part.id, name: part.name, input: parseJson(part.inputText) }];
    case 'web-search':
      return [
        { type: 'server_tool_use', id: part.id, name: 'web_search', input: { query: part.query } },
        toSearchResult(part),
      ];
    case 'code-interpreter':
      return [];
  }
}
