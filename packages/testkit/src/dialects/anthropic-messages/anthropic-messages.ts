import { parseJson } from '@posthouse/runtime/scripted/playing';
import type { Dialect, DialectError, Reply } from '../dialect.ts';
import { encodeMessagesBody } from './encode-body.ts';
import { encodeMessagesStream } from './encode-stream.ts';
import { parseMessagesRequest } from './parse-request.ts';

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
