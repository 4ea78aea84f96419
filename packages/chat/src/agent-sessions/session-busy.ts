import { PosthouseError } from '@posthouse/protocol';

/** An answer is being written, and only one at a time is. */
export function sessionBusy(id: string, advice: string): PosthouseError {
  return new PosthouseError({
    code: 'session_busy',
    message: `the session '${id}' is answering another message; ${advice}`,
  });
}
