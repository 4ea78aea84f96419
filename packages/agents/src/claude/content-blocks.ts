import type { ClaudeBlock } from './claude-event.ts';

/** The tool through which Claude hands over an answer of a given shape; its input is the answer. */
export const STRUCTURED_OUTPUT = 'StructuredOutput';

/** Whether a block is a call: of a tool of ours, of the model server, or of an MCP server. */
export function isCallBlock({ type }: ClaudeBlock): boolean {
  return type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use';
}

/** Whether a block is the result of a call, whoever has run it. */
export function isResultBlock({ type }: ClaudeBlock): boolean {
  return type.endsWith('tool_result');
}

/** The text of a block: what was said or thought. */
export function textOf({ type, text, thinking }: ClaudeBlock): string {
  return (type === 'thinking' ? thinking : text) ?? '';
}
