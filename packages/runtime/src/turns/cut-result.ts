import type { CallResult } from '@posthouse/protocol';
import { cutText } from '../messages/cut-text.ts';
import type { ActionOutcome } from './run-action.ts';
import { toText } from './to-prompt.ts';

/** A result of at most so many bytes. One that is too long becomes text, and says how long it was, as far as anybody has looked. */
export function cutResult({ isMore, ...result }: ActionOutcome, most: number): CallResult {
  const text = toText(result.content);
  const cut = cutText(text, most, isMore);
  return cut === text ? result : { ...result, content: cut };
}
