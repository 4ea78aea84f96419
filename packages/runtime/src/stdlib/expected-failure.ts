import { PosthouseError } from '@posthouse/protocol';
import type { ActionOutput } from '../definitions/action.ts';

/** Something that an agent must reckon with: a missing file, a refused URL. It is told as a result, not thrown. */
export class ExpectedFailure extends Error {
  override readonly name = 'ExpectedFailure';
}

/** Codes of errors that come from the world outside and not from a mistake of ours. */
const OF_THE_WORLD: ReadonlySet<string> = new Set([
  'url_refused',
  'too_large',
  'peer_unreachable',
  'action_failed',
  'invalid_json',
]);

/**
 * The output of some work, or `Error: …` when it fails in a way that an agent must reckon with. Everything else, a
 * cancelled run included, is thrown on.
 *
 * @example
 * await orErrorText(signal, async () => { throw new ExpectedFailure('file not found at a.txt') }); // 'Error: file not found at a.txt'
 */
export async function orErrorText(signal: AbortSignal, work: () => Promise<ActionOutput>): Promise<ActionOutput> {
  signal.throwIfAborted();
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (isExpected(error)) return `Error: ${error.message}`;
    throw error;
  }
}

function isExpected(error: unknown): error is Error {
  return error instanceof ExpectedFailure || (PosthouseError.isInstance(error) && OF_THE_WORLD.has(error.code));
}
