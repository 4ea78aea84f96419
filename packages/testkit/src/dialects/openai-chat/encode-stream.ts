import { isJSONObject } from '@posthouse/protocol';
import type { AnswerEvent, AnswerPart } from '@posthouse/runtime/scripted/playing';
import type { ServerSentEvent } from '../server-sent-event.ts';
import { createdAt, type Reply } from '../dialect.ts';
import { toAnnotations, toChatFinishReason, toChatUsage } from './wire-values.ts';

/** The answer as completion chunks. */
export function encodeChatStream(reply: Reply): (event: AnswerEvent) => ServerSentEvent[] {
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
