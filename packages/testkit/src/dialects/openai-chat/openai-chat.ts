import type { AnswerPart } from '@posthouse/runtime/scripted/playing';
import { createdAt, type Dialect, type Reply } from '../dialect.ts';
import { toOpenAIError } from '../openai-error.ts';
import { encodeChatStream } from './encode-stream.ts';
import { parseChatRequest } from './parse-request.ts';
import { toAnnotations, toChatFinishReason, toChatUsage } from './wire-values.ts';

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

/** The whole answer as one completion. This dialect keeps text, reasoning and calls apart, not their order. */
function encodeChatBody(reply: Reply) {
  const { request, answer } = reply;
  const text = join(answer.parts, 'text');
  const reasoning = join(answer.parts, 'reasoning');
  const toolCalls = answer.parts.flatMap((part) => (part.type === 'tool-call' ? [toToolCall(part)] : []));
  const annotations = answer.parts.flatMap((part) => (part.type === 'text' ? toAnnotations(part) : []));
  return {
    id: `chatcmpl_${request.index}`,
    object: 'chat.completion',
    created: createdAt(reply),
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && toolCalls.length > 0 ? null : text,
          refusal: null,
          annotations,
          ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
          ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
        },
        logprobs: null,
        finish_reason: toChatFinishReason(answer.finishReason),
      },
    ],
    usage: toChatUsage(answer.usage),
  };
}

function join(parts: readonly AnswerPart[], type: 'text' | 'reasoning'): string {
  return parts
    .flatMap((part) => (part.type === type && !('redacted' in part && part.redacted) ? [part.text] : []))
    .join('');
}

function toToolCall({ id, name, inputText }: AnswerPart & { type: 'tool-call' }) {
  return { id, type: 'function', function: { name, arguments: inputText } };
}
