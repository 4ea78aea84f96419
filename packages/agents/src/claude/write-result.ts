import type { ClaudeBlock } from './claude-event.ts';
import type { ClaudeWriter } from './claude-state.ts';
import { serverErrorOf, sourcesOf, withoutSealed } from './web-sources.ts';

/**
 * The result of a call, which may be an error. Texts of content lists and structures are both kept as they are; the pages
 * that a search has found are sources of the answer.
 */
export function writeResult(block: ClaudeBlock, output: unknown, writer: ClaudeWriter): void {
  const toolCallId = block.tool_use_id ?? '';
  const call = writer.state.calls.get(toolCallId);
  const refusal = serverErrorOf(block);
  if (block.is_error === true) writer.failure(toolCallId, block.content ?? output);
  else if (refusal !== undefined) writer.failure(toolCallId, refusal);
  else {
    writer.output(toolCallId, withoutSealed(output));
    if (call === undefined) return;
    for (const source of sourcesOf(block, output, call.toolName)) writer.source(source);
  }
}
