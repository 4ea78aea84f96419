import type { WebFetch, WebSignal } from './web-types.ts';

type Decoder = { decode(bytes?: Uint8Array, options?: { stream?: boolean }): string };

type WebGlobals = {
  fetch?: WebFetch;
  AbortController: new () => { signal: WebSignal; abort(reason?: unknown): void };
  TextDecoder: new () => Decoder;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
};

/** What every browser and Node since 18 have as globals. Looked up when it is used, so that loading the client needs none. */
export const web: WebGlobals = globalThis as unknown as WebGlobals;
