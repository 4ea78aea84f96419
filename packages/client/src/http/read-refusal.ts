import type { OpenRequest } from './open-request.ts';
import type { RequestError } from './request-error.ts';
import { toRequestError } from './to-request-error.ts';

/** Reads why a request was refused. */
export async function readRefusal({ response, within }: OpenRequest, request: string): Promise<RequestError> {
  const { status, headers, redirected, url } = response;
  return toRequestError({
    request,
    status,
    contentType: headers.get('content-type'),
    retryAfter: headers.get('retry-after'),
    requestId: headers.get('x-request-id'),
    redirectedTo: redirected ? url : undefined,
    text: await within(response.text()),
    now: Date.now(),
  });
}
