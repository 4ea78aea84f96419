import { PosthouseError } from './posthouse-error.ts';

/** An error for a request that makes no sense; the sentence says what would. */
export function invalidInput(message: string): PosthouseError {
  return new PosthouseError({ code: 'invalid_input', message });
}
