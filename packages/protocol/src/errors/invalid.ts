import { PosthouseError } from './posthouse-error.ts';

/** The error for input that cannot be used; the message says what would be accepted. */
export function invalidInput(message: string): PosthouseError {
  return new PosthouseError({ code: 'invalid_input', message });
}

/** The error for settings, options or files that cannot be used. */
export function invalidConfiguration(message: string, options: { cause?: unknown } = {}): PosthouseError {
  return new PosthouseError({ code: 'invalid_configuration', message, ...options });
}
