import { invalidConfiguration } from '@posthouse/protocol/light';
import { web } from '../platform/web-globals.ts';
import type { PlatformFetch, WebFetch } from '../platform/web-types.ts';

/** A token, or a function that is called for one before every request, for tokens that expire. */
export type TokenSource = string | (() => string | Promise<string>);

export type ConnectionOptions = {
  /** Where the server is, such as `http://127.0.0.1:8000`; a path is kept. */
  baseURL: string;
  token?: TokenSource;
  /** Used instead of the platform's own. */
  fetch?: PlatformFetch;
  /** Sent with every request. */
  headers?: Record<string, string>;
};

/** Where requests go, and as whom. */
export class Connection {
  readonly baseURL: string;
  readonly fetch: WebFetch;
  token: TokenSource | undefined;
  readonly #headers: Record<string, string>;

  constructor({ baseURL, token, fetch, headers = {} }: ConnectionOptions) {
    this.baseURL = toBaseURL(baseURL);
    this.token = token;
    this.#headers = headers;
    // Called as a plain function: the browser's refuses to be anybody's method.
    this.fetch = (fetch as WebFetch | undefined) ?? ((url, init) => platformFetch()(url, init));
  }

  async headers(): Promise<Record<string, string>> {
    const token = await this.readToken();
    return { ...this.#headers, ...(token === undefined ? {} : toBearer(token)) };
  }

  async readToken(): Promise<string | undefined> {
    return typeof this.token === 'function' ? this.token() : this.token;
  }
}

/** The header that says who asks. Checked here, because platforms quote the header they refuse, and with it the token. */
export function toBearer(token: string): { Authorization: string } {
  if (/^[\x21-\x7e]+$/.test(token)) return { Authorization: `Bearer ${token}` };
  throw invalidConfiguration('the token is empty or has characters that a header cannot contain');
}

function platformFetch(): WebFetch {
  const { fetch } = web;
  if (fetch !== undefined) return fetch;
  throw invalidConfiguration('this platform has no fetch; pass one to createClient');
}

function toBaseURL(text: string): string {
  const trimmed = text.trim().replace(/\/+$/, '');
  if (!/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/i.test(trimmed)) {
    throw invalidConfiguration('baseURL must look like http://127.0.0.1:8000, without user, query or fragment');
  }
  return trimmed;
}
