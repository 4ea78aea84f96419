import { type AnswerPart, parseJson } from '@posthouse/runtime/scripted/playing';
import type { Reply } from '../dialect.ts';
import { toCitations, toInputUsage, toOutputUsage, toSearchResult, toSignature, toStopReason } from './wire-values.ts';

/** The whole answer as one message. */
export function encodeMessagesBody({ request, answer }: Reply) {
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
