import { PosthouseError } from '@posthouse/protocol';

/** What is asked for makes no sense here. */
export function invalid(message: string): PosthouseError {
  return new PosthouseError({ code: 'invalid_input', message });
}

/** An answer is being written, and only one at a time is. */
export function busy(id: string, advice: string): PosthouseError {
  return new PosthouseError({
    code: 'session_busy',
    message: `the session '${id}' is answering another message; ${advice}`,
  });
}
