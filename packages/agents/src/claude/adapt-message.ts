import type { AgentMessage, AgentMessagePart } from '../agent-message.ts';
import type { ClaudeBlock, ClaudeEvent } from './claude-event.ts';
import { isCallBlock, textOf } from './content-blocks.ts';

/** A whole message of Claude or of the user as a message of its own; undefined for everything that is none. */
export function adaptMessage(event: ClaudeEvent): AgentMessage | undefined {
  if (event.type !== 'assistant' && event.type !== 'user') return undefined;
  if (event.type === 'user' && (event.isSynthetic === true || event.isReplay === true)) return undefined;
  const { content = [] } = event.message;
  const blocks: readonly ClaudeBlock[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const parts = blocks.flatMap(toParts);
  const id = event.uuid ?? ('id' in event.message ? event.message.id : undefined);
  if (parts.length === 0 || id === undefined) return undefined;
  return { id, role: event.type, parts };
}

function toParts(block: ClaudeBlock): AgentMessagePart[] {
  const text = textOf(block);
  if (block.type === 'text' && text !== '') return [{ type: 'text', text, state: 'done' }];
  if (block.type === 'thinking' && text !== '') return [{ type: 'reasoning', text, state: 'done' }];
  if (isCallBlock(block) && block.id !== undefined) {
    const call = { toolName: block.name ?? 'unknown', toolCallId: block.id, input: block.input ?? {} };
    return [{ type: 'dynamic-tool', ...call, state: 'input-available', providerExecuted: true }];
  }
  const { media_type: mediaType, data, url } = block.source ?? {};
  if (block.type !== 'image' || (data === undefined && url === undefined)) return [];
  const type = mediaType ?? 'image/png';
  return [{ type: 'file', mediaType: type, url: url ?? `data:${type};base64,${data ?? ''}` }];
}
