import type { ClaudeBlock } from './claude-event.ts';
import type { ClaudeWriter } from './claude-state.ts';

/** The result of a call, which may be an error. Texts of content lists and structures are both kept as they are. */
export function writeResult(block: ClaudeBlock, output: unknown, writer: ClaudeWriter): void {
  const toolCallId = block.tool_use_id ?? '';
  if (block.is_error === true) writer.failure(toolCallId, block.content ?? output);
  else writer.output(toolCallId, output);
}
