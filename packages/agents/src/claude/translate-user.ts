import type { ClaudeBlock, ClaudeUserEvent } from './claude-event.ts';
import type { ClaudeFacts, ClaudeWriter } from './claude-state.ts';
import { isResultBlock } from './content-blocks.ts';
import { writeResult } from './write-result.ts';

/**
 * Results of calls of the main agent. What the user said is known already, and what Claude says to itself in the name of
 * the user (that it was cut off, that it was interrupted) is none of theirs.
 */
export function translateUser(event: ClaudeUserEvent, facts: ClaudeFacts, writer: ClaudeWriter): void {
  const results = resultsOf(event);
  for (const block of results) {
    if (facts.hidden.has(block.tool_use_id ?? '')) continue;
    // The structured form belongs to the only result of a message.
    const output = results.length === 1 ? (event.tool_use_result ?? block.content) : block.content;
    writeResult(block, output, writer);
  }
}

/** The results in a message. */
export function resultsOf({ message }: ClaudeUserEvent): readonly ClaudeBlock[] {
  return typeof message.content === 'string' ? [] : message.content.filter(isResultBlock);
}
