import type { ChildProcess } from 'node:child_process';
import type { ClaudeEvent } from './claude-event.ts';

/** What we use of the package `@anthropic-ai/claude-agent-sdk`, which is only there where somebody installed it. */
export interface ClaudeSDK {
  query(parameters: { prompt: AsyncIterable<ClaudeUserMessage>; options: ClaudeQueryOptions }): ClaudeQuery;
}

export interface ClaudeQuery extends AsyncIterable<ClaudeEvent> {
  interrupt(): Promise<unknown>;
}

export interface ClaudeQueryOptions {
  readonly [option: string]: unknown;
  readonly spawnClaudeCodeProcess: (options: ClaudeSpawnOptions) => ChildProcess;
  readonly canUseTool: (tool: string, input: unknown, context: ClaudeCallContext) => Promise<ClaudePermission>;
}

export interface ClaudeSpawnOptions {
  readonly command: string;
  readonly args: string[];
  readonly cwd?: string | undefined;
  readonly env: Record<string, string | undefined>;
}

export interface ClaudeCallContext {
  readonly signal: AbortSignal;
  readonly toolUseID: string;
}

export type ClaudePermission =
  | { readonly behavior: 'allow'; readonly updatedInput: unknown }
  | { readonly behavior: 'deny'; readonly message: string };

/** A message of the user in the form the SDK takes. */
export interface ClaudeUserMessage {
  readonly type: 'user';
  readonly uuid: string;
  readonly parent_tool_use_id: null;
  readonly message: { readonly role: 'user'; readonly content: readonly ClaudeInputBlock[] };
}

/** What a message of the user may consist of. */
export type ClaudeInputBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly source: ClaudeFileSource }
  | { readonly type: 'document'; readonly source: ClaudeFileSource; readonly title?: string };

export type ClaudeFileSource =
  | { readonly type: 'base64'; readonly media_type: string; readonly data: string }
  | { readonly type: 'text'; readonly media_type: 'text/plain'; readonly data: string }
  | { readonly type: 'url'; readonly url: string };
