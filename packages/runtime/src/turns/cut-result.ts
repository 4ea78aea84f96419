import type { CallResult } from '@posthouse/protocol';
import { cutText } from '../messages/cut-text.ts';
import { toText } from './to-prompt.ts';

/** A result of at most so many bytes. One that is too long becomes text, and says how long it was. */
export function cutResult(result: CallResult, most: number): CallResult {
  const text = toText(result.content);
  const cut = cutText(text, most);
  return cut === text ? result : { ...result, content: cut };
}
