import { type UIChunk, MessageAccumulator, type UIMessage } from '@posthouse/chat';
import type { AgentRunState, AnyAgentAdapter, RunEnd } from '../agent-adapter.ts';
import { replay } from './replay.ts';

/** What becomes of some events: the chunks up to the end, the message a reader makes of them, and the last state. */
export function translateEvents(
  adapter: AnyAgentAdapter,
  events: readonly unknown[],
  end: RunEnd = { outcome: 'ended' },
): { chunks: UIChunk[]; message: UIMessage; state: AgentRunState } {
  const { chunks, state } = replay(adapter, { name: '', events, end });
  return { chunks, message: toMessage(chunks), state };
}

/** What a reader of these chunks has. */
export function toMessage(chunks: readonly UIChunk[]): UIMessage {
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) accumulator.add(chunk);
  return accumulator.message;
}

/** The types of chunks, in order. */
export function typesOf(chunks: readonly UIChunk[]): string[] {
  return chunks.map(({ type }) => type);
}
