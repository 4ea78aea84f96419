/** Where a request came from: the model in this process, or one of the HTTP dialects of the scripted server. */
export type ScriptedDialect = 'in-process' | 'openai-chat' | 'openai-responses' | 'anthropic-messages';

/**
 * What a script sees of a request: the same shape for every dialect, so that one script serves all of them.
 *
 * Adjacent messages of one role are one message here, because some dialects merge them and some split them.
 */
export interface ScriptedRequest {
  /** Number of the request, from 0. */
  readonly index: number;
  readonly dialect: ScriptedDialect;
  readonly model: string;
  readonly stream: boolean;
  /** All system (or developer) texts, joined with newlines; empty when there are none. */
  readonly system: string;
  readonly messages: readonly ScriptedMessage[];
  readonly tools: readonly ScriptedTool[];
  readonly toolChoice: ScriptedToolChoice;
  /** Present when the request asks for JSON. */
  readonly responseFormat?: ScriptedResponseFormat | undefined;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body as it came, over HTTP only. */
  readonly body?: unknown;
  /** Aborts when the caller gives up or leaves. */
  readonly signal: AbortSignal;
}

export interface ScriptedMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  /** All text of the message; empty when there is none. Images and files are only in `body`. */
  readonly text: string;
  readonly toolCalls: readonly ScriptedMessageToolCall[];
  readonly toolResults: readonly ScriptedToolResult[];
}

export interface ScriptedMessageToolCall {
  readonly id: string;
  readonly name: string;
  /** Parsed; the raw text when it is not JSON. */
  readonly input: unknown;
}

export interface ScriptedToolResult {
  readonly id: string;
  /** Known when the call is part of the conversation. */
  readonly name?: string | undefined;
  readonly text: string;
  /** The text parsed, when it is JSON. */
  readonly json?: unknown;
  /** Only where the dialect says so: in process, and in Anthropic Messages. */
  readonly isError?: boolean | undefined;
}

export interface ScriptedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  /** For tools that the provider runs itself: its name for the kind of tool, such as `web_search`. */
  readonly builtIn?: string | undefined;
}

export type ScriptedToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string };

export interface ScriptedResponseFormat {
  readonly name?: string | undefined;
  readonly schema?: unknown;
}
