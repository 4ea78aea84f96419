import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { firstBytes } from '../../messages/cut-text.ts';

type Part = LanguageModelV4StreamPart;

const UNKNOWN_USAGE = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** How many texts, thoughts, calls, sources and the like one answer may have, however little they say. */
export const MAX_PARTS = 10_000;

/** What stands at the end of an answer that was cut off. */
export function toCutWord(after: string): string {
  return `\n\n[The answer was cut off here, after ${after}.]`;
}

const BEGINNINGS: ReadonlySet<Part['type']> = new Set([
  'text-start',
  'reasoning-start',
  'tool-result',
  'source',
  'file',
]);

/**
 * Passes an answer on until it becomes too long. Then it ends properly, with the finish reason `length` and, where it had
 * come to anything, with a word about it that its readers and the model itself will see. What calls are called is counted
 * for itself, because whoever sets the limit thinks of what is said.
 */
export function cutAnswer(textBytes: number, onCut: (after: string) => void): TransformStream<Part, Part> {
  /** Parts that have begun and not ended, by id. */
  const open = new Map<string, 'text' | 'reasoning' | 'tool-input'>();
  const streamedCalls = new Set<string>();
  let left = { text: textBytes, names: textBytes, parts: MAX_PARTS };
  let hasOutput = false;

  /** What is left after a part. A call that was streamed has been counted when it comes whole. */
  const leftAfter = (part: Part): typeof left => {
    const { text, names, parts } = left;
    if ('delta' in part) return { text: text - Buffer.byteLength(part.delta), names, parts };
    if (part.type === 'tool-input-start') {
      return { text, names: names - Buffer.byteLength(part.id + part.toolName), parts: parts - 1 };
    }
    if (part.type === 'tool-call' && !streamedCalls.has(part.toolCallId)) {
      const name = Buffer.byteLength(part.toolCallId + part.toolName);
      return { text: text - Buffer.byteLength(part.input), names: names - name, parts: parts - 1 };
    }
    return BEGINNINGS.has(part.type) ? { text, names, parts: parts - 1 } : left;
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

  const endingOf = (part: Part, length: string): Part[] => {
    const word = toCutWord(length);
    const isText = part.type === 'text-delta';
    const last: Part[] = isText ? [{ ...part, delta: `${firstBytes(part.delta, left.text)}${word}` }] : [];
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
      const after = leftAfter(part);
      if (Math.min(after.text, after.names, after.parts) >= 0) {
        left = after;
        note(part);
        return controller.enqueue(part);
      }
      const isInParts = after.parts < 0;
      const length = isInParts ? `${MAX_PARTS} parts` : `${textBytes} bytes`;
      for (const each of endingOf(part, length)) controller.enqueue(each);
      controller.terminate();
      onCut(isInParts ? length : `${length} (limits.textBytes)`);
    },
  });
}
