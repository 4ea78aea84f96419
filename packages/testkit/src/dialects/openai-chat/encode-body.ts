import type { AnswerPart } from '@posthouse/runtime/scripted/playing';
import { createdAt, type Reply } from '../dialect.ts';
import { toAnnotations, toChatFinishReason } from './wire-values.ts';
import { toChatUsage } from './usage.ts';

/** The whole answer as one completion. This dialect keeps text, reasoning and calls apart, not their order. */
export function encodeChatBody(reply: Reply) {
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
