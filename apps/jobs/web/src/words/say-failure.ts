import { Refusal } from '@posthouse/components';
import type { Words } from './en.ts';

/**
 * What to tell the reader about something that failed: what the app says about it, which is in their language already, or
 * that it cannot be reached.
 */
export function sayFailure(failure: unknown, words: Words): string {
  return failure instanceof Refusal ? failure.message : words.shell.unreachable;
}
