import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { ToolFailure } from './agent-observer.ts';

/** What a chunk says of a call of a tool. */
export type CallNews = {
  id: string;
  tool?: string;
  phase: 'begun' | 'allowed' | 'ended';
  failure?: ToolFailure;
};

/** The news of a call in a chunk, of the agent itself or of one inside it; undefined for chunks that have none. */
export function toCallNews(chunk: UIChunk): CallNews | undefined {
  switch (chunk.type) {
    case 'tool-input-available':
      return { id: chunk.toolCallId, tool: chunk.toolName, phase: 'begun' };
    case 'tool-output-available':
      return chunk.preliminary === true ? undefined : { id: chunk.toolCallId, phase: 'ended' };
    case 'tool-output-error':
      return { id: chunk.toolCallId, phase: 'ended', failure: 'action_failed' };
    case 'tool-output-denied':
      return { id: chunk.toolCallId, phase: 'ended', failure: 'denied' };
    case 'data-approval': {
      const { toolCallId, approved } = (chunk as { data: { toolCallId: string; approved: boolean } }).data;
      return approved ? { id: toolCallId, phase: 'allowed' } : { id: toolCallId, phase: 'ended', failure: 'denied' };
    }
    case 'data-agent-part':
      return toNestedNews(chunk as { data: { part: NestedPart } });
    default:
      return undefined;
  }
}

type NestedPart = { type: string; toolCallId: string; toolName: string; state: string };

function toNestedNews({ data: { part } }: { data: { part: NestedPart } }): CallNews | undefined {
  if (part.type !== 'dynamic-tool') return undefined;
  const { toolCallId: id, toolName: tool, state } = part;
  if (state === 'input-available') return { id, tool, phase: 'begun' };
  if (state === 'output-available') return { id, phase: 'ended' };
  return state === 'output-error' ? { id, phase: 'ended', failure: 'action_failed' } : undefined;
}
