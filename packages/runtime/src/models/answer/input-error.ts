import { isJSONObject } from '@posthouse/protocol';
import { InvalidToolInputError, JSONParseError, NoSuchToolError } from 'ai';

/** The arguments of a call. Many models write nothing at all for a tool without parameters. */
export function argumentsOf(call: { input?: unknown }): unknown {
  return call.input === undefined || call.input === '' ? {} : call.input;
}

/**
 * What is wrong with the arguments that a model wrote, as a sentence for the model, or undefined. That a tool does not
 * exist is no matter of its arguments: whoever runs the calls knows the tools.
 */
export function toInputError(call: { input?: unknown; invalid?: boolean; error?: unknown }): string | undefined {
  if (call.invalid === true && !NoSuchToolError.isInstance(call.error)) {
    const reason = InvalidToolInputError.isInstance(call.error) ? call.error.cause : call.error;
    return JSONParseError.isInstance(reason)
      ? `the arguments are not valid JSON: ${innermost(reason)}`
      : `the arguments do not fit the tool's parameters: ${innermost(reason)}`;
  }
  return isJSONObject(argumentsOf(call)) ? undefined : 'the arguments are not a JSON object';
}

/** The layers around a failed check repeat the arguments, which the model knows. */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermost(error.cause) : error.message;
}
