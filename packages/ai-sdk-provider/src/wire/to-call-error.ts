import { APICallError, type JSONObject } from '@ai-sdk/provider';
import type { FetchedResponse } from '../platform.ts';

/** What was asked, as errors of the AI SDK name it. */
type Request = { url: string; requestBodyValues: JSONObject | undefined };

/** Failures after which we know that nothing has reached the server. */
const UNREACHED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

/** A server that says one of these has not taken the message. */
const DECLINED = [429, 503];

/** Codes of Posthouse servers that stand for a bad moment. These servers know a repeated message by its key. */
const PASSING = /^(?:rate_limited|queue_full|unavailable|fenced|stale|peer_unreachable)$/;

/**
 * A request that got no response. Starting a task twice is worse than failing, so the AI SDK may only try again when the
 * server has certainly not seen the first try.
 */
export function toConnectionError(cause: unknown, request: Request): APICallError {
  // `fetch` itself only says that it failed; what it was stands behind that.
  const { message, code } = ((cause as Error | undefined)?.cause ?? cause) as { message?: string; code?: string };
  return new APICallError({
    message: `The MAIL server cannot be reached at ${request.url}: ${message || code || String(cause)}`,
    ...request,
    cause,
    isRetryable: UNREACHED.test(code ?? ''),
  });
}

/** A response that is no answer. */
export async function toResponseError(response: FetchedResponse, request: Request): Promise<APICallError> {
  const responseBody = await response.text().catch(() => '');
  const data = parse(responseBody);
  const { status } = response;
  return new APICallError({
    message: data.detail ?? `The MAIL server answered with status ${status}`,
    ...request,
    statusCode: status,
    responseHeaders: toHeaders(response),
    responseBody,
    isRetryable: data.code ? PASSING.test(data.code) : DECLINED.includes(status),
    data,
  });
}

export function toHeaders({ headers }: FetchedResponse): Record<string, string> {
  const all: Record<string, string> = {};
  headers.forEach((value, name) => (all[name] = value));
  return all;
}

function parse(text: string): { detail?: string; code?: string } {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? data : {};
  } catch {
    return {};
  }
}
