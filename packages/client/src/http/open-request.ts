import { untilAborted } from '@posthouse/protocol/light';
import { type Link, openLink } from '../platform/link.ts';
import { web } from '../platform/web-globals.ts';
import type { WebResponse } from '../platform/web-types.ts';
import type { Connection } from './connection.ts';
import { type Request, toRequestName, toURL } from './request.ts';
import { RequestError } from './request-error.ts';
import { toNetworkError } from './to-network-error.ts';

/** How long an ordinary request may take. */
const TIMEOUT_MS = 30_000;

/** The longest that timers can count. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A request that is under way. */
export type OpenRequest = {
  readonly response: WebResponse;
  readonly link: Link;
  /** Does something with the answer, within the time and the signal of the request. */
  within<Value>(work: Promise<Value>): Promise<Value>;
  /** From here on only the signal counts, not the time. */
  stopClock(): void;
  /** Ends the request, and closes the connection if the answer was not read to its end. */
  close(): void;
};

/** Sends a request and waits for the head of its answer. Throws the signal's reason, or a `RequestError`. */
export async function openRequest(connection: Connection, request: Request): Promise<OpenRequest> {
  const { signal, timeoutMs = TIMEOUT_MS, body } = request;
  if (signal?.aborted === true) throw signal.reason;
  const headers = { ...(await connection.headers()), ...request.headers };
  const link = openLink(signal);
  const name = toRequestName(request);
  const timer =
    timeoutMs > MAX_TIMER_MS
      ? undefined
      : web.setTimeout(() => link.abort(tooSlow(name, connection, timeoutMs)), timeoutMs);

  const stopClock = () => web.clearTimeout(timer);
  const close = () => {
    stopClock();
    link.close();
    link.abort(new Error('the client has abandoned this request'));
  };
  const within = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await untilAborted(work, link.signal);
    } catch (error) {
      // Only one of three things ends a request early, and the first two have already said so.
      if (link.signal.aborted) throw link.signal.reason;
      throw toNetworkError(error, { request: name, baseURL: connection.baseURL });
    }
  };

  try {
    const sent = connection.fetch(toURL(connection.baseURL, request), {
      method: request.method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      signal: link.signal,
      cache: 'no-store',
      body: JSON.stringify(body),
    });
    return { response: await within(sent), link, within, stopClock, close };
  } catch (error) {
    close();
    throw error;
  }
}

function tooSlow(request: string, { baseURL }: Connection, timeoutMs: number): RequestError {
  const message = `${request}: ${baseURL} has not answered within ${timeoutMs / 1000} s`;
  return new RequestError({ request, code: 'server_silent', message });
}
