import { RequestError } from './request-error.ts';

/** No answer, or half of one: what the platform threw, as an error with a code and a sentence. */
export function toNetworkError(
  cause: unknown,
  { request, baseURL }: { request: string; baseURL: string },
): RequestError {
  return new RequestError({
    request,
    code: 'server_unreachable',
    message: `${request}: the connection to ${baseURL} failed: ${toReason(cause)}`,
    cause,
  });
}

/** Platforms wrap what happened ("fetch failed"); the innermost error says it. */
function toReason(error: unknown): string {
  let innermost = error;
  for (let depth = 0; depth < 5 && innermost instanceof Error && innermost.cause instanceof Error; depth += 1) {
    innermost = innermost.cause;
  }
  if (!(innermost instanceof Error)) return String(innermost);
  // Several addresses were tried, and the error for all of them has no words of its own.
  const { code } = innermost as { code?: unknown };
  return innermost.message || (typeof code === 'string' ? code : innermost.name);
}
