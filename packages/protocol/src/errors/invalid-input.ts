import { PosthouseError } from './posthouse-error.ts';

/** Somebody has asked for something that makes no sense; the sentence says what would. */
export function invalidInput(message: string): PosthouseError {
  return new PosthouseError({ code: 'invalid_input', message });
}
