import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { firstBytes } from '../../messages/cut-text.ts';

type Part = LanguageModelV4StreamPart;

const UNKNOWN_USAGE = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/**
 * Passes an answer on until it becomes too long. Then it ends properly, with the finish reason `length` and, where it had
 * come to anything, with a word about it that its readers and the model itself will see.
 */
export function cutAnswer(textBytes: number, onCut: () => void): TransformStream<Part, Part> {
  /** Parts that have begun and not ended, by id. */
  const open = new Map<string, 'text' | 'reasoning' | 'tool-input'>();
  const streamedCalls = new Set<string>();
  const word = `\n\n[The answer was cut off here, after ${textBytes} bytes.]`;
  let left = textBytes;
  let hasOutput = false;

  /** A call that was streamed has been counted when it comes whole. */
  const sizeOf = (part: Part): number => {
    if ('delta' in part) return Buffer.byteLength(part.delta);
    return part.type === 'tool-call' && !streamedCalls.has(part.toolCallId) ? Buffer.byteLength(part.input) : 0;
  };

  const note = (part: Part): void => {
    if (part.type === 'text-start') open.set(part.id, 'text');
    else if (part.type === 'reasoning-start') open.set(part.id, 'reasoning');
    else if (part.type === 'tool-input-start') {
      open.set(part.id, 'tool-input');
      streamedCalls.add(part.id);
    } else if (part.type === 'text-end' || part.type === 'reasoning-end' || part.type === 'tool-input-end') {
      open.delete(part.id);
    } else if (part.type === 'text-delta' || part.type === 'tool-call') hasOutput = true;
  };

  const endingOf = (part: Part): Part[] => {
    const isText = part.type === 'text-delta';
    const last: Part[] = isText ? [{ ...part, delta: `${firstBytes(part.delta, left)}${word}` }] : [];
    const ends = [...open].map(([id, type]): Part => ({ type: `${type}-end`, id }));
    const id = 'cut';
    const said: Part[] = [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: word },
      { type: 'text-end', id },
    ];
    const finishReason = { unified: 'length', raw: 'length' } as const;
    return [
      ...last,
      ...ends,
      ...(hasOutput && !isText ? said : []),
      { type: 'finish', finishReason, usage: UNKNOWN_USAGE },
    ];
  };

  return new TransformStream({
    transform(part, controller) {
      const size = sizeOf(part);
      if (size <= left) {
        left -= size;
        note(part);
        return controller.enqueue(part);
      }
      for (const each of endingOf(part)) controller.enqueue(each);
      controller.terminate();
      onCut();
    },
  });
}
