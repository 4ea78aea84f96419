import { toErrorText } from '../bound-output.ts';
import type { ClaudeAssistantEvent, ClaudeBlock, ClaudeUserEvent } from './claude-event.ts';
import type { ClaudeFacts, ClaudeWriter } from './claude-state.ts';
import { isCallBlock, isResultBlock, textOf } from './content-blocks.ts';
import { resultsOf } from './translate-user.ts';
import { serverErrorOf, withoutSealed } from './web-sources.ts';

/** What an agent inside the agent says and does. It never touches the texts and steps of the main one. */
export function translateNested(
  event: ClaudeAssistantEvent | ClaudeUserEvent,
  parent: string,
  facts: ClaudeFacts,
  writer: ClaudeWriter,
): ClaudeFacts {
  if (event.type === 'user') {
    for (const block of resultsOf(event)) writeNestedResult(block, event.tool_use_result, parent, writer);
    return facts;
  }
  let { parents } = facts;
  for (const [index, block] of (event.message.content ?? []).entries()) {
    if (isResultBlock(block)) writeNestedResult(block, undefined, parent, writer);
    else if (isCallBlock(block)) {
      const toolCallId = block.id ?? '';
      parents = new Map(parents).set(toolCallId, parent);
      const call = { toolCallId, toolName: block.name ?? 'unknown', input: block.input ?? {} };
      writer.agentCall(parent, { ...call, state: 'input-available' });
    } else if ((block.type === 'text' || block.type === 'thinking') && textOf(block) !== '') {
      const kind = block.type === 'text' ? 'text' : 'reasoning';
      const partId = `${event.uuid ?? event.message.id ?? ''}:${index}`;
      writer.agentText({ toolCallId: parent, partId, kind, text: textOf(block), isDone: true });
    }
  }
  return { ...facts, parents };
}

function writeNestedResult(block: ClaudeBlock, structured: unknown, parent: string, writer: ClaudeWriter): void {
  const toolCallId = block.tool_use_id ?? '';
  const known = writer.state.nestedParts.get(`${parent}/${toolCallId}`)?.part;
  if (known?.type !== 'dynamic-tool') {
    writer.count('unknown-call');
    return;
  }
  const { toolName, input } = known;
  const refusal = serverErrorOf(block) ?? (block.is_error === true ? block.content : undefined);
  const output = withoutSealed(structured ?? block.content);
  writer.agentCall(
    parent,
    refusal === undefined && block.is_error !== true
      ? { toolCallId, toolName, input, state: 'output-available', output }
      : { toolCallId, toolName, input, state: 'output-error', errorText: toErrorText(refusal) },
  );
}
