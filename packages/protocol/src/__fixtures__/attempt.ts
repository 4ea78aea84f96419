import { PosthouseError } from '../errors/posthouse-error.ts';

/** What something gives, or the PosthouseError that it throws. Any other error is a bug and goes on. */
export function attempt<Value>(
  run: () => Value,
): { value: Value; error?: undefined } | { value?: undefined; error: PosthouseError } {
  try {
    return { value: run() };
  } catch (error) {
    if (PosthouseError.isInstance(error)) return { error };
    throw error;
  }
}

/** The PosthouseError that something must throw. */
export function errorOf(run: () => unknown): PosthouseError {
  const { error } = attempt(run);
  if (error === undefined) throw new Error('expected a PosthouseError, but nothing was thrown');
  return error;
}

/** The problems that something must be refused for. */
export function problemsOf(run: () => unknown): { path: string; expected: string; received: string }[] {
  return errorOf(run).details as { path: string; expected: string; received: string }[];
}
