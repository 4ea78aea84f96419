import type { JSONObject } from '@posthouse/protocol';
import type { UIChunk } from '../chunks/ui-chunk.ts';

/** Whether it has to be safe before anybody is told: nobody could find it out again, or something follows from it. */
export function isUrgent(chunk: UIChunk): boolean {
  switch (chunk.type) {
    case 'tool-output-available':
      return chunk.preliminary !== true;
    case 'tool-output-error':
    case 'tool-output-denied':
    case 'tool-approval-request':
    case 'data-approval':
    case 'file':
    case 'error':
    case 'abort':
    case 'finish':
      return true;
    default:
      return false;
  }
}

export type MessageFacts = {
  /** What the session calls the agent, whatever it calls itself. */
  agent: string;
  start: JSONObject;
  end: JSONObject;
};

/** The chunk with more about the message in it, where there is room for that. */
export function describe(chunk: UIChunk, { agent, start, end }: MessageFacts): UIChunk {
  if (chunk.type === 'start') return { ...chunk, messageMetadata: { ...start, ...chunk.messageMetadata, agent } };
  if (chunk.type === 'finish') return { ...chunk, messageMetadata: { ...chunk.messageMetadata, agent, ...end } };
  if (chunk.type !== 'message-metadata') return chunk;
  return { ...chunk, messageMetadata: { ...chunk.messageMetadata, agent } };
}
