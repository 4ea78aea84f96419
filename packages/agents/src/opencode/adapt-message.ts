import type { AgentMessage, AgentMessagePart } from '../agent-message.ts';
import type { OpencodeEvent, OpencodePart } from './opencode-event.ts';

/**
 * A message with its parts as OpenCode keeps them (`session.messages`, in the form `{ info, parts }`); undefined for the
 * events of a stream, which never contain a whole message.
 */
export function adaptMessage(event: OpencodeEvent | StoredMessage): AgentMessage | undefined {
  if (!('info' in event) || !('parts' in event)) return undefined;
  const { info, parts } = event;
  if (info.id === undefined || (info.role !== 'user' && info.role !== 'assistant')) return undefined;
  const shown = parts.flatMap(toPart);
  return shown.length === 0 ? undefined : { id: info.id, role: info.role, parts: shown };
}

/** A message as OpenCode answers with it. */
export interface StoredMessage {
  readonly info: { readonly id?: string; readonly role?: string };
  readonly parts: readonly OpencodePart[];
}

function toPart(part: OpencodePart): AgentMessagePart[] {
  const { type, text = '', ignored, mime, url, filename } = part;
  if ((type === 'text' || type === 'reasoning') && text !== '' && ignored !== true) {
    return [{ type, text, state: 'done' }];
  }
  if (type === 'step-start') return [{ type: 'step-start' }];
  if (type === 'file' && mime !== undefined && url !== undefined) {
    return [{ type: 'file', mediaType: mime, url, filename }];
  }
  return type === 'tool' ? toCall(part) : [];
}

function toCall({ tool = 'unknown', callID, state = {} }: OpencodePart): AgentMessagePart[] {
  if (callID === undefined) return [];
  const call = { type: 'dynamic-tool', toolCallId: callID, toolName: tool, providerExecuted: true } as const;
  const input = state.input ?? {};
  if (state.status === 'completed')
    return [{ ...call, state: 'output-available', input, output: state.output ?? null }];
  if (state.status === 'error') return [{ ...call, state: 'output-error', input, errorText: String(state.error) }];
  return [{ ...call, state: 'input-available', input }];
}
