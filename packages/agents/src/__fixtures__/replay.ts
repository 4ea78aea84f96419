import { newsToChunks, type UIChunk } from '@posthouse/chat';
import type { AgentRunState, AnyAgentAdapter } from '../agent-adapter.ts';
import type { RecordedRun } from './read-recordings.ts';

/** A translation that depends on nothing but its events. */
export function startReplay(adapter: AnyAgentAdapter): AgentRunState {
  let id = 0;
  let time = 0;
  return adapter.start({
    messageId: 'message-1',
    generateId: () => `id-${(id += 1)}`,
    now: () => (time += 10),
  }) as AgentRunState;
}

/** The chunks of a recorded run, and the last state before its end. */
export function replay(
  adapter: AnyAgentAdapter,
  { events, end }: RecordedRun,
): { chunks: UIChunk[]; state: AgentRunState } {
  let state = startReplay(adapter);
  const chunks: UIChunk[] = [];
  for (const event of events) {
    const step = adapter.translate(event, state);
    chunks.push(...step.news.flatMap(newsToChunks));
    state = step.state as AgentRunState;
  }
  chunks.push(...adapter.finish(state, end).flatMap(newsToChunks));
  return { chunks, state };
}
