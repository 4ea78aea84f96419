import type { JSONObject } from '@posthouse/protocol';
import type { OpencodeEvent } from './opencode-event.ts';
import { type Draft, remember } from './opencode-state.ts';

/** OpenCode waits for a permission or for the answer to a question. */
export function askApproval(draft: Draft, sessionId: string, { type, properties = {} }: OpencodeEvent): void {
  const { id: approvalId, tool, permission, patterns, metadata, questions } = properties;
  if (approvalId === undefined) return;
  const toolCallId = tool?.callID;
  if (type === 'question.asked') {
    draft.writer.data('question', { id: approvalId, questions: (questions ?? []) as JSONObject[] }, approvalId);
  }
  const parent = draft.memory.startedBy.get(sessionId);
  if (toolCallId === undefined) {
    // It asks for itself, such as for going on after the same call many times; the question is shown as a call.
    const input = { patterns: patterns ?? [], ...metadata };
    draft.writer.requestApproval({
      approvalId,
      toolCallId: approvalId,
      toolName: permission ?? 'question',
      input,
      parent,
    });
    return;
  }
  const known = draft.writer.state.calls.get(toolCallId);
  const nested = [...draft.writer.state.nestedParts.values()].find(
    ({ part }) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId,
  )?.part;
  const isNestedReady = nested?.type === 'dynamic-tool' && nested.state !== 'input-streaming';
  if (isNestedReady) {
    const { toolName, input } = nested;
    draft.writer.requestApproval({ approvalId, toolCallId, toolName, input, parent });
  } else if (known !== undefined && known.phase !== 'streaming') {
    draft.writer.requestApproval({ approvalId, toolCallId, toolName: known.toolName, input: {}, parent });
  } else {
    // The question is often faster than the input of the call it is about.
    remember(draft, { asked: new Map(draft.memory.asked).set(toolCallId, { approvalId, sessionId }) });
  }
}

/** The input of a call is there; if there was a question about it, it can be asked now. */
export function releaseApproval(
  draft: Draft,
  call: { toolCallId: string; toolName: string; input: unknown; parent?: string },
): void {
  const held = draft.memory.asked.get(call.toolCallId);
  if (held === undefined) return;
  forget(draft, call.toolCallId);
  draft.writer.requestApproval({ approvalId: held.approvalId, ...call });
}

export function answerApproval(draft: Draft, approvalId: string | undefined, approved: boolean): void {
  if (approvalId === undefined) return;
  for (const [toolCallId, held] of draft.memory.asked) if (held.approvalId === approvalId) forget(draft, toolCallId);
  draft.writer.approvalAnswered(approvalId, approved);
  // A question that was shown as a call of its own has no other end.
  if (!draft.writer.state.calls.has(approvalId)) return;
  if (approved) draft.writer.output(approvalId, { approved });
  else draft.writer.failure(approvalId, 'The user did not allow it.');
}

function forget(draft: Draft, toolCallId: string): void {
  const asked = new Map(draft.memory.asked);
  asked.delete(toolCallId);
  remember(draft, { asked });
}
