import { type TokenSource, toBearer } from '../http/connection.ts';
import { toRequestError } from '../http/to-request-error.ts';
import { web } from '../platform/web-globals.ts';
import type { PlatformFetch, WebFetch, WebResponse, WebSignal } from '../platform/web-types.ts';

/** Headers in any of the forms that `fetch` takes. */
export type HeaderSource = Record<string, string | undefined> | Iterable<readonly [string, string]>;
export type Resolvable<Value> = Value | (() => Value | Promise<Value>);

export type ChatRequestsOptions = {
  api: string;
  token?: TokenSource;
  headers?: Resolvable<HeaderSource>;
  credentials?: Resolvable<'omit' | 'same-origin' | 'include'>;
  fetch?: PlatformFetch;
};

export type ChatCall = {
  method: 'GET' | 'POST';
  /** Behind the address of the chat; begins with a slash unless it is empty. */
  path: string;
  headers: HeaderSource | undefined;
  body?: object;
  signal?: WebSignal;
  /** Sent even while the page is being closed. */
  keepalive?: true;
};

/** Sends the requests of a transport, with its token. */
export class ChatRequests {
  readonly #options: ChatRequestsOptions;

  constructor(options: ChatRequestsOptions) {
    this.#options = options;
  }

  /** Throws what the server said when it is no success. */
  async send({ method, path, headers, body, signal, keepalive }: ChatCall): Promise<WebResponse> {
    const { api, token, credentials } = this.#options;
    const bearer = typeof token === 'function' ? await token() : token;
    const all = {
      ...(bearer === undefined ? {} : toBearer(bearer)),
      ...toRecord(await resolve(this.#options.headers)),
      ...toRecord(headers),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const allowed = await resolve(credentials);
    const response = await this.#fetch()(withPath(api, path), {
      method,
      headers: all,
      cache: 'no-store',
      ...(allowed === undefined ? {} : { credentials: allowed }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      ...(keepalive === undefined ? {} : { keepalive }),
    } as Parameters<WebFetch>[1]);
    if (response.ok) return response;
    throw toRequestError({
      request: `${method} ${api}${path}`,
      status: response.status,
      contentType: response.headers.get('content-type'),
      retryAfter: response.headers.get('retry-after'),
      requestId: response.headers.get('x-request-id'),
      redirectedTo: response.redirected ? response.url : undefined,
      text: await response.text(),
      now: Date.now(),
    });
  }

  #fetch(): WebFetch {
    // Looked up anew each time, in case something has replaced it, and called as a plain function.
    const chosen = (this.#options.fetch as WebFetch | undefined) ?? web.fetch;
    if (chosen === undefined) throw new TypeError('this platform has no fetch; pass one to MailChatTransport');
    return (url, init) => chosen(url, init);
  }
}

/** Puts a path behind an address, before its query. */
function withPath(api: string, path: string): string {
  const end = /[?#]/.exec(api)?.index ?? api.length;
  const base = api.slice(0, end).replace(/\/+$/, '');
  const [name, query] = path.split('?') as [string, string | undefined];
  const rest = api.slice(end);
  if (query === undefined) return `${base}${name}${rest}`;
  return `${base}${name}${rest.startsWith('?') ? `${rest}&${query}` : `?${query}${rest}`}`;
}

export async function resolve<Value>(value: Resolvable<Value> | undefined): Promise<Value | undefined> {
  return typeof value === 'function' ? await (value as () => Value | Promise<Value>)() : value;
}

function toRecord(headers: HeaderSource | undefined): Record<string, string> {
  if (headers === undefined) return {};
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  // In lower case, so that a later one takes the place of an earlier one.
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), value]])),
  );
}
