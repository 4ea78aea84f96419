import type { Refusal } from './refusal.ts';

/** One HTTP request of a chain of redirects. */
export type OutboundRequest = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string | Uint8Array | undefined;
};

/** Where a redirect leads, or why it may not be followed. The new URL is still to be checked. */
export type NextRequest =
  | { readonly request: OutboundRequest; readonly refusal?: never }
  | { readonly refusal: Refusal };

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that say nothing about who asks. All others may be credentials and stay with the origin they were meant for. */
const IMPERSONAL: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-language',
  'content-type',
  'range',
  'user-agent',
]);

/** Whether a response asks to look elsewhere. */
export function isRedirect(status: number, headers: Headers): boolean {
  return REDIRECTS.has(status) && headers.has('location');
}

/**
 * The request that a redirect asks for. As browsers do it, a 303, and a 301 or 302 after a POST, become a GET without a
 * body; to another origin go only headers that cannot be credentials.
 */
export function nextRequest(request: OutboundRequest, status: number, location: string): NextRequest {
  if (!URL.canParse(location, request.url.href))
    return { refusal: { reason: 'redirect', text: 'it redirects to no URL' } };
  const url = new URL(location, request.url);
  url.hash = '';
  if (request.url.protocol === 'https:' && url.protocol === 'http:') {
    return { refusal: { reason: 'redirect', text: 'it redirects from https:// to http://' } };
  }
  const method = methodAfter(request.method, status);
  const keepsBody = method === request.method;
  const sameOrigin = url.origin === request.url.origin;
  const headers = new Headers(
    [...request.headers].filter(
      ([name]) => (sameOrigin || IMPERSONAL.has(name)) && (keepsBody || !name.startsWith('content-')),
    ),
  );
  return { request: { url, method, headers, ...(keepsBody ? { body: request.body } : {}) } };
}

function methodAfter(method: string, status: number): string {
  if (status === 303) return method === 'HEAD' ? 'HEAD' : 'GET';
  return (status === 301 || status === 302) && method === 'POST' ? 'GET' : method;
}
