import { isJSONObject } from '@posthouse/protocol';
import type { ScriptedEvent, AnswerPart } from '@posthouse/runtime/scripted/playing';
import { createdAt, type Dialect, type Reply } from '../dialect.ts';
import { toOpenAIError } from '../openai-error.ts';
import type { ServerSentEvent } from '../server-sent-event.ts';
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

/** The answer as completion chunks. */
function encodeChatStream(reply: Reply): (event: ScriptedEvent) => ServerSentEvent[] {
  const { request, answer } = reply;
  const envelope = {
    id: `chatcmpl_${request.index}`,
    object: 'chat.completion.chunk',
    created: createdAt(reply),
    model: request.model,
  };
  // If usage was requested, every chunk has the key, and only the last one has numbers.
  const usage = wantsUsage(request.body) ? { usage: null } : {};
  const chunk = (choice: object): ServerSentEvent => ({
    data: JSON.stringify({
      ...envelope,
      choices: [{ index: 0, logprobs: null, finish_reason: null, ...choice }],
      ...usage,
    }),
  });

  return (event) => {
    switch (event.type) {
      case 'start':
        return [chunk({ delta: { role: 'assistant', content: speaks(answer.parts) ? '' : null, refusal: null } })];
      case 'part-start':
        if (event.part.type !== 'tool-call') return [];
        return [chunk({ delta: { tool_calls: [startOfCall(event.part, callIndex(answer.parts, event.index))] } })];
      case 'delta':
        return [chunk({ delta: toDelta(event.part, event.delta, callIndex(answer.parts, event.index)) })];
      case 'part-end':
        if (event.part.type !== 'text' || event.part.citations.length === 0) return [];
        return [chunk({ delta: { annotations: toAnnotations(event.part) } })];
      case 'finish':
        return [
          chunk({ delta: {}, finish_reason: toChatFinishReason(answer.finishReason) }),
          ...(wantsUsage(request.body)
            ? [{ data: JSON.stringify({ ...envelope, choices: [], usage: toChatUsage(answer.usage) }) }]
            : []),
          { data: '[DONE]' },
        ];
    }
  };
}

function wantsUsage(body: unknown): boolean {
  return isJSONObject(body) && isJSONObject(body.stream_options) && body.stream_options.include_usage === true;
}

function speaks(parts: readonly AnswerPart[]): boolean {
  return parts.some((part) => part.type === 'text');
}

function toDelta(part: AnswerPart, delta: string, index: number): object {
  if (part.type === 'text') return { content: delta };
  if (part.type === 'reasoning') return { reasoning_content: delta };
  return { tool_calls: [{ index, function: { arguments: delta } }] };
}

function startOfCall({ id, name }: AnswerPart & { type: 'tool-call' }, index: number): object {
  return { index, id, type: 'function', function: { name, arguments: '' } };
}

/** Calls are counted by themselves in this dialect. */
function callIndex(parts: readonly AnswerPart[], partIndex: number): number {
  return parts.slice(0, partIndex).filter((part) => part.type === 'tool-call').length;
}
