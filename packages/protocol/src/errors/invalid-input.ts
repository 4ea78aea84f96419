import { PosthouseError } from './posthouse-error.ts';

/** The error for input that cannot be used; the message says what would be accepted. */
export function invalidInput(message: string): PosthouseError {
  return new PosthouseError({ code: 'invalid_input', message });
}
