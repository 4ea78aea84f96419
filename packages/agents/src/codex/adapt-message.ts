import type { AgentMessage, AgentMessagePart } from '../agent-message.ts';
import { hasText } from '../bound-output.ts';
import type { CodexEvent } from './codex-event.ts';
import { toCall, toOutcome } from './to-call.ts';
import { textsOf } from './translate-item.ts';

/** A completed item of Codex as a message of its own; undefined for everything else. */
export function adaptMessage({ method, params }: CodexEvent): AgentMessage | undefined {
  const { item } = params ?? {};
  if (method !== 'item/completed' || item === undefined) return undefined;
  if (item.type === 'userMessage') {
    const texts = (item.content ?? []).flatMap((block) => (hasText(block) ? [block.text] : []));
    if (texts.length === 0) return undefined;
    return { id: item.id, role: 'user', parts: texts.map((text) => ({ type: 'text', text })) };
  }
  const said: AgentMessagePart[] = (textsOf(item) ?? [])
    .filter(({ text }) => text !== '')
    .map(({ kind, text }) => ({ type: kind, text, state: 'done' }));
  const parts = [...said, ...toCallPart(item)];
  return parts.length === 0 ? undefined : { id: item.id, role: 'assistant', parts };
}

function toCallPart(item: NonNullable<CodexEvent['params']['item']>): AgentMessagePart[] {
  const call = toCall(item);
  if (call === undefined) return [];
  const part = { type: 'dynamic-tool', toolCallId: item.id, ...call, providerExecuted: true } as const;
  const outcome = toOutcome(item);
  if ('error' in outcome) return [{ ...part, state: 'output-error', errorText: outcome.error }];
  return [{ ...part, state: 'output-available', output: outcome.output }];
}
