import type { Frame } from '../streams/parse-stream.ts';

export type SampleRequest = {
  method: string;
  path: string;
  authorization?: string | undefined;
  text: string;
  query: URLSearchParams;
};

/** An answer: JSON, text, frames, or silence. */
export type SampleAnswer = {
  status: number;
  json?: unknown;
  text?: string;
  frames?: Frame[];
  headers?: Record<string, string>;
  /** Never answers. */
  hang?: true;
  /** Never ends. */
  open?: true;
};

export const failed = (status: number, detail: string): SampleAnswer => ({ status, json: { detail } });
export const ok = (json: unknown): SampleAnswer => ({ status: 200, json });
