import { invalidInput, messageOf } from '@posthouse/protocol';

/** The value as JSON; `invalid_input` for what JSON cannot say. `what` begins the sentence that says so. */
export function toJSON(value: unknown, what: string): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw invalidInput(`${what} cannot be written as JSON: ${messageOf(cause)}`, { cause });
  }
}
