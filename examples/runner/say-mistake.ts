import { PosthouseError } from '@posthouse/protocol';

/** Says in one sentence what somebody has told us wrongly. Everything else is a mistake of our own, and is thrown on. */
export function sayMistake(error: unknown): void {
  if (!PosthouseError.isInstance(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
