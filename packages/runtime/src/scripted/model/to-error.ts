import { APICallError, JSONParseError } from '@ai-sdk/provider';
import type { ErrorEventFault, HttpFault } from '../fault.ts';
import { faultMessage, faultStatus, retryAfterOf } from '../playing/fault-details.ts';

// An in-process model has no address, but the errors of the AI SDK must name one.
const address = { url: 'scripted:', requestBodyValues: undefined };

/** The error that an HTTP provider throws for a response with this status. */
export function toRefusal(fault: HttpFault | ErrorEventFault): APICallError {
  const statusCode = faultStatus(fault);
  const message = faultMessage(fault);
  const retryAfter = fault.kind === 'http' ? retryAfterOf(fault) : undefined;
  return new APICallError({
    ...address,
    message,
    statusCode,
    responseHeaders: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    responseBody: JSON.stringify({ error: { message } }),
  });
}

/** What stands in an `error` part when the provider reports a failure in the middle of its stream. */
export function toErrorPayload(fault: ErrorEventFault): { message: string; statusCode: number; isRetryable: boolean } {
  const { message, statusCode = 500, isRetryable } = toRefusal(fault);
  return { message, statusCode, isRetryable };
}

/** Tells a connection that the script dropped from every other failure. */
class DroppedConnection extends Error {}

/** The error of a connection that closed before a response came (no status), or in the middle of one (200). */
export function toLostConnection({ statusCode }: { statusCode?: 200 } = {}): APICallError {
  const cause = new DroppedConnection('The script dropped the connection.');
  return new APICallError({
    ...address,
    message:
      statusCode === undefined ? `Cannot connect to API: ${cause.message}` : 'Failed to process successful response',
    cause,
    isRetryable: true,
    statusCode,
  });
}

export function isLostConnection(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof DroppedConnection;
}

const cutJson = '{"scripted":"cut in the mid';

/** The error of an event, in a stream, that is not JSON. */
export function toMalformedEvent(): JSONParseError {
  return new JSONParseError({ text: cutJson, cause: new SyntaxError('Unterminated string in JSON') });
}

/** The error of a whole response that is not JSON. */
export function toMalformedResponse(): APICallError {
  return new APICallError({
    ...address,
    message: 'Invalid JSON response',
    statusCode: 200,
    responseBody: cutJson,
    cause: toMalformedEvent(),
  });
}
