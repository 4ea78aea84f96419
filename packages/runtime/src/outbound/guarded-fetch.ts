import { defined, PosthouseError, untilAborted } from '@posthouse/protocol';
import { Deadline } from '../timing/deadline.ts';
import { checkHeaders } from './check-headers.ts';
import { checkURL } from './check-url.ts';
import { ACCEPTED_ENCODINGS } from './decode-body.ts';
import { type AnsweredRequest, exchange } from './exchange.ts';
import { isRedirect, nextRequest, type OutboundRequest } from './next-request.ts';
import { OUTBOUND_DEFAULTS, type OutboundPolicy } from './outbound-policy.ts';
import { type Refusal, toRefusedError, toUnreachableError } from './refusal.ts';
import { resolveChecked, type ResolveHost, systemResolve } from './resolve-host.ts';
import { toResponse } from './to-response.ts';

export type GuardedFetchOptions = {
  /** The public internet, with limits, unless given. */
  policy?: OutboundPolicy;
  /** `GET` unless given. */
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | Uint8Array;
  /** What to do with a redirect: follow it after checking it, fail, or hand it back. `follow` unless given. */
  redirect?: 'follow' | 'error' | 'manual';
  signal?: AbortSignal;
  /** How to find the addresses of a name; as the system does unless given. */
  resolve?: ResolveHost;
};

/**
 * `fetch` for URLs that come from data: a message, a model, a file somebody sent. It refuses what the policy does
 * not allow (`url_refused`), connects to exactly the addresses it has checked, checks every redirect again, keeps
 * credentials with the origin they were meant for, and stops at the limits of size (`too_large`) and time. It does
 * not use proxies.
 *
 * @example
 * const response = await guardedFetch(url, { policy: { schemes: ['https:'], maxBytes: 100_000 }, signal });
 * const text = await response.text();
 */
export async function guardedFetch(input: string | URL, options: GuardedFetchOptions = {}): Promise<Response> {
  const limits = { ...OUTBOUND_DEFAULTS, ...defined(options.policy ?? {}) };
  const deadline = new Deadline(limits.timeoutMs);
  try {
    return await fetchWithin(deadline, limits, input, options);
  } catch (error) {
    deadline[Symbol.dispose]();
    throw error;
  }
}

/** The deadline holds until the body has been read or given up, which is longer than this function takes. */
async function fetchWithin(
  deadline: Deadline,
  limits: Required<Pick<OutboundPolicy, 'timeoutMs' | 'maxBytes' | 'maxRedirects'>>,
  input: string | URL,
  options: GuardedFetchOptions,
): Promise<Response> {
  const { policy = {}, redirect = 'follow', resolve = systemResolve } = options;
  const signal = AbortSignal.any([deadline.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  let request = toFirstRequest(input, policy, options);

  const send = async (): Promise<AnsweredRequest> => {
    // A name lookup cannot be cancelled, but nobody has to wait for it.
    const addresses = await untilAborted(resolveChecked(request.url, policy, resolve), signal);
    return await exchange(request, { addresses, signal });
  };
  const toFailure = (cause: unknown): unknown => {
    if (options.signal?.aborted === true) return options.signal.reason;
    if (deadline.hasPassed) return toRefusedError(request.url, toTimeout(limits.timeoutMs), cause);
    return PosthouseError.isInstance(cause) ? cause : toUnreachableError(request.url, cause);
  };

  for (let redirects = 0; ; redirects += 1) {
    const answer = await send().catch((cause: unknown) => {
      throw toFailure(cause);
    });
    if (redirect === 'manual' || !isRedirect(answer.status, answer.headers)) {
      answer.body.once('close', () => deadline[Symbol.dispose]());
      return toResponse(answer, { request, redirected: redirects > 0, maxBytes: limits.maxBytes, toFailure });
    }
    answer.body.destroy();
    if (redirect === 'error' || redirects >= limits.maxRedirects) {
      const text = redirect === 'error' ? 'it redirects' : `it redirects more than ${limits.maxRedirects} times`;
      throw toRefusedError(request.url, { reason: 'redirect', text });
    }
    request = followed(request, answer, policy);
  }
}

/**
 * A function with the shape of `fetch` that is bound to a policy, for libraries that let one in.
 *
 * @example
 * const client = createMCPClient({ transport: { type: 'http', url, fetch: toGuardedFetch(policy) } });
 */
export function toGuardedFetch(policy: OutboundPolicy, bound: Pick<GuardedFetchOptions, 'resolve'> = {}): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const { refusal } = checkURL(url, policy);
    if (refusal !== undefined) throw toRefusedError(url, refusal);
    const request = new Request(input, init);
    const body = request.body === null ? {} : { body: new Uint8Array(await request.arrayBuffer()) };
    const { method, headers, redirect, signal } = request;
    return await guardedFetch(url, { ...bound, policy, method, headers, redirect, signal, ...body });
  };
}

function toFirstRequest(input: string | URL, policy: OutboundPolicy, options: GuardedFetchOptions): OutboundRequest {
  const checked = checkURL(input, policy);
  if (checked.refusal !== undefined) throw toRefusedError(input, checked.refusal);
  const headers = new Headers(options.headers);
  const refusal = checkHeaders(headers);
  if (refusal !== undefined) throw toRefusedError(checked.url, refusal);
  if (!headers.has('accept')) headers.set('accept', '*/*');
  if (!headers.has('user-agent')) headers.set('user-agent', 'posthouse');
  headers.set('accept-encoding', ACCEPTED_ENCODINGS);
  return { url: checked.url, method: (options.method ?? 'GET').toUpperCase(), headers, body: options.body };
}

function followed(
  request: OutboundRequest,
  { status, headers }: AnsweredRequest,
  policy: OutboundPolicy,
): OutboundRequest {
  const next = nextRequest(request, status, headers.get('location') ?? '');
  if (next.refusal !== undefined) throw toRefusedError(request.url, next.refusal);
  const checked = checkURL(next.request.url, policy);
  if (checked.refusal === undefined) return next.request;
  throw toRefusedError(next.request.url, {
    ...checked.refusal,
    text: `a redirect leads there, and ${checked.refusal.text}`,
  });
}

function toTimeout(timeoutMs: number): Refusal {
  return { reason: 'timeout', text: `it took longer than ${timeoutMs} ms` };
}
