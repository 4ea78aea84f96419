import type { Dialect, Reply } from '../dialect.ts';
import { toOpenAIError } from '../openai-error.ts';
import { encodeChatBody } from './encode-body.ts';
import { encodeChatStream } from './encode-stream.ts';
import { parseChatRequest } from './parse-request.ts';

/** OpenAI Chat Completions, with `reasoning_content` as the compatible servers have it. */
export const openaiChat: Dialect = {
  name: 'openai-chat',
  path: '/chat/completions',
  requestIdHeader: 'x-request-id',
  parseRequest: parseChatRequest,
  findUnsayable,
  encodeBody: encodeChatBody,
  encodeStream: encodeChatStream,
  encodeError: (error) => ({ error: toOpenAIError(error) }),
  encodeErrorEvent: (error) => ({ data: JSON.stringify({ error: toOpenAIError(error) }) }),
};

function findUnsayable({ answer }: Reply): string | undefined {
  const builtIn = answer.parts.find((part) => part.type === 'web-search' || part.type === 'code-interpreter');
  return builtIn && `OpenAI Chat Completions has no form for a ${builtIn.type} part.`;
}
