import { messageOf, PosthouseError } from '@posthouse/protocol';

/** The value as JSON; `invalid_input` for what JSON cannot say. `what` begins the sentence that says so. */
export function toJSON(value: unknown, what: string): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new PosthouseError({ code: 'invalid_input', message: `${what} cannot be written as JSON: ${reason}`, cause });
  }
}
