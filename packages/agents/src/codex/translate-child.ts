import { toErrorText } from '../bound-output.ts';
import type { CodexEvent } from './codex-event.ts';
import type { CodexWriter } from './codex-state.ts';
import { toCall, toOutcome } from './to-call.ts';
import { textsOf, toContentId, toSummaryId } from './translate-item.ts';

/** What an agent that Codex has started says and does, in a thread of its own. `parent` is the call that started it. */
export function translateChild({ method, params }: CodexEvent, parent: string, writer: CodexWriter): void {
  const { item, itemId = '', delta = '', summaryIndex = 0, contentIndex = 0, turn } = params;
  const say = (partId: string, kind: 'text' | 'reasoning'): void =>
    writer.agentText({ toolCallId: parent, partId, kind, delta });
  switch (method) {
    case 'item/agentMessage/delta':
      return say(itemId, 'text');
    case 'item/reasoning/summaryTextDelta':
      return say(toSummaryId(itemId, summaryIndex), 'reasoning');
    case 'item/reasoning/textDelta':
      return say(toContentId(itemId, contentIndex), 'reasoning');
    case 'turn/completed':
      return writer.agent({ toolCallId: parent, status: turn?.status === 'completed' ? 'completed' : 'failed' });
    case 'item/started':
    case 'item/completed':
      break;
    default:
      return;
  }
  if (item === undefined) return;
  const isDone = method === 'item/completed';
  for (const { id: partId, kind, text } of textsOf(item) ?? []) {
    if (isDone && text !== '') writer.agentText({ toolCallId: parent, partId, kind, text, isDone });
  }
  const call = toCall(item);
  if (call === undefined) return;
  const outcome = isDone ? toOutcome(item) : undefined;
  const base = { toolCallId: item.id, ...call };
  if (outcome === undefined) writer.agentCall(parent, { ...base, state: 'input-available' });
  else if ('error' in outcome) {
    writer.agentCall(parent, { ...base, state: 'output-error', errorText: toErrorText(outcome.error) });
  } else writer.agentCall(parent, { ...base, state: 'output-available', output: outcome.output });
}
