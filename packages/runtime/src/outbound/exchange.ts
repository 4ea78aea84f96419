import http from 'node:http';
import https from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { OutboundRequest } from './next-request.ts';

/** An answer whose body has not been read yet. */
export type AnsweredRequest = {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly body: http.IncomingMessage;
};

/**
 * Sends one request to addresses that were checked before, and to no others: the name is not looked up a second time, so
 * whoever answers for the name cannot change the answer in between. TLS still verifies the name.
 */
export async function exchange(
  { url, method, headers, body }: OutboundRequest,
  { addresses, signal }: { addresses: readonly string[]; signal: AbortSignal },
): Promise<AnsweredRequest> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const { request: send } = url.protocol === 'https:' ? https : http;
  const request = send(url, {
    method,
    headers: Object.fromEntries(headers),
    // A connection of its own: a pooled one might have been opened under another policy.
    agent: false,
    lookup: pinnedLookup(addresses),
  });
  const abort = (): void => void request.destroy(toError(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  request.once('close', () => {
    signal.removeEventListener('abort', abort);
    reject(new Error('the connection was closed'));
  });
  request.on('error', reject);
  // Nobody asked for another protocol; without a listener the call would wait for its deadline.
  request.once('upgrade', (_response, socket) => socket.destroy());
  request.once('response', (response) => {
    // An error after this point belongs to whoever reads the body; without a listener it would end the process.
    response.on('error', () => {});
    resolve(response);
  });
  request.end(body);
  return toExchange(await promise);
}

function toExchange(body: http.IncomingMessage): AnsweredRequest {
  const { statusCode: status = 0, statusMessage: statusText = '' } = body;
  try {
    return { status, statusText, headers: toHeaders(body.rawHeaders), body };
  } catch (error) {
    body.destroy();
    throw error;
  }
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, options, callback) => {
    if (options.all === true) return callback(null, found);
    const first = found[0]!;
    return callback(null, first.address, first.family);
  };
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < raw.length; index += 2) headers.append(raw[index]!, raw[index + 1]!);
  return headers;
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The call was cancelled.', { cause: reason });
}
