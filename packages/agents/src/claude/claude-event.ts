/**
 * What the Claude Agent SDK says, as far as we look at it. Everything is optional in practice: the SDK sends types and
 * fields that its own declarations do not list, and leaves out ones that they do.
 */
export type ClaudeEvent =
  | ClaudeStreamEvent
  | ClaudeAssistantEvent
  | ClaudeUserEvent
  | ClaudeResultEvent
  | ClaudeSystemEvent
  | ClaudeOtherEvent;

/** A piece of a message that is being written. */
export interface ClaudeStreamEvent extends ClaudeEventBase {
  readonly type: 'stream_event';
  readonly event: ClaudeRawEvent;
  /** On the `message_stop` of an answer that was cut off: the blocks that do not count. */
  readonly abandoned_blocks?: { readonly from_block_index: number };
}

export interface ClaudeRawEvent {
  readonly type: string;
  readonly index?: number;
  readonly message?: ClaudeApiMessage;
  readonly content_block?: ClaudeBlock;
  readonly delta?: {
    readonly type?: string;
    readonly text?: string;
    readonly thinking?: string;
    readonly partial_json?: string;
    readonly citation?: ClaudeCitation;
    readonly stop_reason?: string | null;
  };
  readonly usage?: ClaudeUsage;
}

/** A finished block of a message of the model. Blocks of one message come one by one and share its id. */
export interface ClaudeAssistantEvent extends ClaudeEventBase {
  readonly type: 'assistant';
  readonly message: ClaudeApiMessage;
  /** Set on messages that the SDK itself has made up to tell about an error. */
  readonly error?: string;
  /** Ids of earlier messages that this one replaces. */
  readonly supersedes?: readonly string[];
  readonly aborted?: boolean;
  readonly subagent_type?: string;
}

/** Results of calls; also what the SDK or the user says to the model. */
export interface ClaudeUserEvent extends ClaudeEventBase {
  readonly type: 'user';
  readonly message: { readonly role?: string; readonly content: string | readonly ClaudeBlock[] };
  readonly isSynthetic?: boolean;
  readonly isReplay?: boolean;
  readonly tool_use_result?: unknown;
}

/** The model has nothing more to do, for now. */
export interface ClaudeResultEvent extends ClaudeEventBase {
  readonly type: 'result';
  readonly subtype: string;
  readonly is_error?: boolean;
  readonly result?: string;
  readonly errors?: readonly string[];
  readonly stop_reason?: string | null;
  readonly terminal_reason?: string;
  readonly total_cost_usd?: number;
  readonly usage?: ClaudeUsage;
  readonly modelUsage?: Readonly<Record<string, ClaudeModelUsage>>;
  readonly structured_output?: unknown;
}

/** What happens around the messages; `subtype` says what. */
export interface ClaudeSystemEvent extends ClaudeEventBase {
  readonly type: 'system';
  readonly subtype: string;
  readonly cwd?: string;
  readonly model?: string;
  readonly status?: string | null;
  readonly attempt?: number;
  readonly max_retries?: number;
  readonly error_status?: number | null;
  readonly error?: string;
  readonly content?: string;
  readonly message?: string;
  readonly task_id?: string;
  readonly task_type?: string;
  readonly tool_use_id?: string;
  readonly description?: string;
  readonly subagent_type?: string;
  readonly is_backgrounded?: boolean;
  readonly summary?: string;
  readonly patch?: { readonly status?: string; readonly error?: string };
  readonly tasks?: readonly { readonly task_id: string; readonly task_type?: string }[];
  readonly usage?: { readonly total_tokens?: number };
  readonly retracted_message_uuids?: readonly string[];
  readonly original_model?: string;
  readonly fallback_model?: string;
}

/** `rate_limit_event`, `tool_progress`, `command_lifecycle` and whatever is added next. */
export interface ClaudeOtherEvent extends ClaudeEventBase {
  readonly type: 'command_lifecycle' | 'rate_limit_event' | 'tool_progress';
  readonly command_uuid?: string;
  readonly state?: string;
  readonly rate_limit_info?: { readonly status?: string };
}

interface ClaudeEventBase {
  readonly uuid?: string;
  readonly session_id?: string;
  /** The call of the agent that this belongs to; null or absent for the main one. */
  readonly parent_tool_use_id?: string | null;
}

export interface ClaudeApiMessage {
  readonly id?: string;
  readonly model?: string;
  readonly content?: readonly ClaudeBlock[];
  readonly stop_reason?: string | null;
  readonly usage?: ClaudeUsage;
}

/** A block of content; which fields it has depends on its type. */
export interface ClaudeBlock {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
  readonly citations?: readonly ClaudeCitation[] | null;
  readonly source?: {
    readonly type?: string;
    readonly media_type?: string;
    readonly data?: string;
    readonly url?: string;
  };
}

/** What a text rests on: a page that was found, or a place in a document. */
export interface ClaudeCitation {
  readonly type?: string;
  readonly url?: string;
  readonly title?: string | null;
  readonly document_title?: string | null;
  readonly cited_text?: string;
}

export interface ClaudeUsage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly output_tokens_details?: { readonly thinking_tokens?: number } | null;
}

export interface ClaudeModelUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadInputTokens?: number;
  readonly cacheCreationInputTokens?: number;
  readonly contextWindow?: number;
}
