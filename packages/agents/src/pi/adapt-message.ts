import type { AgentMessage, AgentMessagePart } from '../agent-message.ts';
import type { PiContent, PiEvent } from './pi-event.ts';
import { contentOf } from './translate-pi.ts';

/** A complete message of the user or the model; undefined for every other event. */
export function adaptMessage({ type, message }: PiEvent): AgentMessage | undefined {
  if (type !== 'message_end' || message === undefined) return undefined;
  if (message.role !== 'user' && message.role !== 'assistant') return undefined;
  const parts = contentOf(message).flatMap(toPart);
  if (parts.length === 0) return undefined;
  // pi gives its messages no ids. Two of them never have the same time: the second answers the first.
  return { id: `pi-${message.role}-${message.timestamp ?? 0}`, role: message.role, parts };
}

function toPart(content: PiContent): AgentMessagePart[] {
  const { type, text = '', thinking = '', id, name = 'unknown', arguments: input, data, mimeType } = content;
  if (type === 'text') return text === '' ? [] : [{ type: 'text', text, state: 'done' }];
  if (type === 'thinking') return thinking === '' ? [] : [{ type: 'reasoning', text: thinking, state: 'done' }];
  if (type === 'image' && data !== undefined && mimeType !== undefined) {
    return [{ type: 'file', mediaType: mimeType, url: `data:${mimeType};base64,${data}` }];
  }
  if (type !== 'toolCall' || id === undefined) return [];
  const call = { toolCallId: id, toolName: name, input: input ?? {}, providerExecuted: true } as const;
  return [{ type: 'dynamic-tool', state: 'input-available', ...call }];
}
