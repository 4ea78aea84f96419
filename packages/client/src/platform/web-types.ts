import type { WebSignal } from '@posthouse/protocol/light';

/*
 * The web platform as far as the client uses it. Browsers and Node type these things each in their own way, and a project
 * may have the types of neither: so the client asks for shapes, and whatever has them will do.
 */

export type { WebSignal };

export interface WebBodyReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

export interface WebResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly redirected: boolean;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): WebBodyReader } | null;
  text(): Promise<string>;
}

export type WebRequestInit = {
  method: string;
  headers: Record<string, string>;
  signal: WebSignal;
  cache: 'no-store';
  body?: string;
};

export type WebFetch = (url: string, init: WebRequestInit) => Promise<WebResponse>;

/** `fetch` as typed in your project or, if it has no such type, as the client needs it. */
export type PlatformFetch = typeof globalThis extends { fetch: infer Fetch } ? Fetch : WebFetch;
