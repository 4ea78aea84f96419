import { PosthouseError, type PosthouseErrorOptions } from './posthouse-error.ts';

/** The error for input that cannot be used; the message says what would be accepted. */
export function invalidInput(
  message: string,
  options: Omit<PosthouseErrorOptions, 'code' | 'message'> = {},
): PosthouseError {
  return new PosthouseError({ code: 'invalid_input', message, ...options });
}

/** The error for settings, options or files that cannot be used. */
export function invalidConfiguration(
  message: string,
  options: Omit<PosthouseErrorOptions, 'code' | 'message'> = {},
): PosthouseError {
  return new PosthouseError({ code: 'invalid_configuration', message, ...options });
}
