import type { LanguageModelV3CallOptions, LanguageModelV3StreamResult } from '@ai-sdk/provider';

/** The platform's own signal, by way of the AI SDK: this package is compiled against ES2022 alone. */
export type Signal = NonNullable<LanguageModelV3CallOptions['abortSignal']>;

/** What a request consists of. */
export type FetchInit = { method: string; headers: Record<string, string>; body?: string; signal: Signal };

/** As much of a response as we look at. */
export type FetchedResponse = {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null; forEach(visit: (value: string, name: string) => void): void };
  readonly body: { getReader(): BodyReader } | null;
  text(): Promise<string>;
};

export type BodyReader = {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
};

/** `fetch`, or a replacement for it. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchedResponse>;

type StreamController<Part> = { enqueue(part: Part): void; close(): void; error(reason: unknown): void };
type StreamSource<Part> = {
  start?(controller: StreamController<Part>): void;
  pull?(controller: StreamController<Part>): Promise<void>;
  cancel?(reason: unknown): void;
};

/** What Node and browsers have in common, as far as we need it. */
export const platform = globalThis as unknown as {
  readonly fetch: FetchFunction;
  readonly AbortController: new () => { readonly signal: Signal; abort(reason?: unknown): void };
  readonly ReadableStream: new <Part>(source: StreamSource<Part>) => LanguageModelV3StreamResult['stream'];
  readonly TextDecoder: new () => { decode(bytes?: Uint8Array, options?: { stream: boolean }): string };
  readonly process?: { env?: Record<string, string | undefined> };
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  atob(base64: string): string;
  btoa(binary: string): string;
};
