import type { JSONObject } from '@posthouse/protocol';
import type { CodexExecEvent } from './codex-exec-event.ts';

/** What we use of the package `@openai/codex-sdk`, which is only there where somebody installed it. */
export interface CodexSDK {
  readonly Codex: new (options: CodexSDKOptions) => {
    startThread(options: JSONObject): CodexThread;
    resumeThread(id: string, options: JSONObject): CodexThread;
  };
}

export interface CodexSDKOptions {
  readonly codexPathOverride?: string;
  readonly apiKey?: string;
  readonly config: JSONObject;
  readonly env: Record<string, string>;
}

export interface CodexThread {
  runStreamed(
    input: CodexExecInput[],
    options: { signal: AbortSignal },
  ): Promise<{ events: AsyncGenerator<CodexExecEvent> }>;
}

/** A piece of what the user says. Images are files on disk. */
export type CodexExecInput =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'local_image'; readonly path: string };
