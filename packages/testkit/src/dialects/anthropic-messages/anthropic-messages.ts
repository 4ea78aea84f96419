import { type ScriptedEvent, type AnswerPart, parseJson } from '@posthouse/runtime/scripted/playing';
import type { Dialect, DialectError, Reply } from '../dialect.ts';
import type { ServerSentEvent } from '../server-sent-event.ts';
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

/** The answer as message events. */
function encodeMessagesStream({ request, answer }: Reply): (event: ScriptedEvent) => ServerSentEvent[] {
  return (event) => {
    switch (event.type) {
      case 'start': {
        const message = {
          id: `msg_${request.index}`,
          type: 'message',
          role: 'assistant',
          model: request.model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...toInputUsage(answer.usage), output_tokens: 1 },
        };
        return [toEvent('message_start', { message }), toEvent('ping', {})];
      }
      case 'part-start':
        return startBlock(event.part, blockIndex(answer.parts, event.index), toSignature(request.index, event.index));
      case 'delta':
        return [delta(blockIndex(answer.parts, event.index), toDelta(event.part, event.delta))];
      case 'part-end':
        return endBlock(event.part, blockIndex(answer.parts, event.index), toSignature(request.index, event.index));
      case 'finish': {
        const end = { stop_reason: toStopReason(answer.finishReason), stop_sequence: null };
        const usage = { ...toInputUsage(answer.usage), ...toOutputUsage(answer.usage) };
        return [toEvent('message_delta', { delta: end, usage }), toEvent('message_stop', {})];
      }
    }
  };
}

function startBlock(part: AnswerPart, index: number, signature: string): ServerSentEvent[] {
  const start = (block: object): ServerSentEvent[] => [toEvent('content_block_start', { index, content_block: block })];
  switch (part.type) {
    case 'text':
      return start({ type: 'text', text: '' });
    case 'reasoning':
      return start(
        part.redacted
          ? { type: 'redacted_thinking', data: signature }
          : { type: 'thinking', thinking: '', signature: '' },
      );
    case 'tool-call':
      return start({ type: 'tool_use', id: part.id, name: part.name, input: {} });
    case 'web-search':
      return start({ type: 'server_tool_use', id: part.id, name: 'web_search', input: {} });
    case 'code-interpreter':
      return [];
  }
}

function toDelta(part: AnswerPart, text: string): object {
  if (part.type === 'text') return { type: 'text_delta', text };
  if (part.type === 'reasoning') return { type: 'thinking_delta', thinking: text };
  return { type: 'input_json_delta', partial_json: text };
}

function endBlock(part: AnswerPart, index: number, signature: string): ServerSentEvent[] {
  const stop = toEvent('content_block_stop', { index });
  if (part.type === 'text') {
    return [...toCitations(part).map((citation) => delta(index, { type: 'citations_delta', citation })), stop];
  }
  if (part.type === 'reasoning' && !part.redacted) return [delta(index, { type: 'signature_delta', signature }), stop];
  if (part.type !== 'web-search') return [stop];
  return [
    stop,
    toEvent('content_block_start', { index: index + 1, content_block: toSearchResult(part) }),
    toEvent('content_block_stop', { index: index + 1 }),
  ];
}

function delta(index: number, change: object): ServerSentEvent {
  return toEvent('content_block_delta', { index, delta: change });
}

/** A search is two blocks here, its call and its result; everything else is one. */
function blockIndex(parts: readonly AnswerPart[], partIndex: number): number {
  return partIndex + parts.slice(0, partIndex).filter((part) => part.type === 'web-search').length;
}

function toEvent(type: string, fields: object): ServerSentEvent {
  return { event: type, data: JSON.stringify({ type, ...fields }) };
}
