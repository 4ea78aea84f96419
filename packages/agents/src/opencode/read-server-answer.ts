import { PosthouseError } from '@posthouse/protocol';
import type { Answer } from './opencode-client.ts';
import { toOpencodeErrorText } from './to-opencode-error-text.ts';

/**
 * What the server has answered. Throws what it says against it, and tells apart a server that nobody has heard
 * anything of: the client gives that as an error, too, but without a response.
 */
export function readServerAnswer<Data>({ data, error, response }: Answer<Data>): Data {
  if (error === undefined) return data as Data;
  if (response === undefined) {
    throw new PosthouseError({
      code: 'agent_failed',
      message: `OpenCode cannot be reached: ${toOpencodeErrorText(error)}`,
      details: { reason: UNREACHABLE },
      cause: error,
    });
  }
  throw new PosthouseError({
    code: 'agent_failed',
    message: `OpenCode refused: ${toOpencodeErrorText(error)}`,
    details: error,
  });
}

const UNREACHABLE = 'unreachable';

/** Whether an error says that the server is not there, or does not answer. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof PosthouseError)) return false;
  const { details } = error;
  return typeof details === 'object' && details !== null && 'reason' in details && details.reason === UNREACHABLE;
}
