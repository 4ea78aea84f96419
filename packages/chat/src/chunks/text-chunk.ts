import type { UIChunk } from './ui-chunk.ts';

/** A chunk that adds to a text: to words, to a thought, or to the input of a call. */
export type TextChunk = Extract<UIChunk, { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }>;

export function isTextChunk(chunk: UIChunk): chunk is TextChunk {
  return chunk.type === 'text-delta' || chunk.type === 'reasoning-delta' || chunk.type === 'tool-input-delta';
}

/** What readers who come back call the text; unique within a message. */
export function nameOf(chunk: TextChunk): string {
  return chunk.type === 'tool-input-delta' ? `input/${chunk.toolCallId}` : chunk.id;
}

export function wordsOf(chunk: TextChunk): string {
  return chunk.type === 'tool-input-delta' ? chunk.inputTextDelta : chunk.delta;
}

/** The same chunk with other words. */
export function withWords(chunk: TextChunk, words: string): TextChunk {
  return chunk.type === 'tool-input-delta' ? { ...chunk, inputTextDelta: words } : { ...chunk, delta: words };
}

/** The text that begins or ends with a chunk, if one does. */
export function boundaryOf(chunk: UIChunk): { name: string; begins: boolean } | undefined {
  switch (chunk.type) {
    case 'text-start':
    case 'reasoning-start':
      return { name: chunk.id, begins: true };
    case 'text-end':
    case 'reasoning-end':
      return { name: chunk.id, begins: false };
    case 'tool-input-start':
      return { name: `input/${chunk.toolCallId}`, begins: true };
    case 'tool-input-available':
    case 'tool-input-error':
      return { name: `input/${chunk.toolCallId}`, begins: false };
    default:
      return undefined;
  }
}
