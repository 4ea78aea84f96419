/** What `@openai/codex-sdk` says, as far as we look at it. */
export interface CodexExecEvent {
  readonly type: string;
  readonly thread_id?: string;
  readonly item?: CodexExecItem;
  readonly usage?: CodexExecUsage;
  readonly error?: { readonly message?: string };
  readonly message?: string;
}

/** Something that Codex has said or done. Ids begin anew with each turn. */
export interface CodexExecItem {
  readonly id: string;
  readonly type: string;
  readonly text?: string;
  readonly command?: string;
  readonly aggregated_output?: string;
  readonly exit_code?: number | null;
  readonly status?: string;
  readonly changes?: readonly unknown[];
  readonly server?: string;
  readonly tool?: string;
  readonly arguments?: unknown;
  readonly result?: { readonly content?: unknown; readonly structured_content?: unknown } | null;
  readonly error?: { readonly message?: string } | null;
  readonly query?: string;
  readonly action?: unknown;
  readonly items?: readonly { readonly text: string; readonly completed: boolean }[];
  readonly message?: string;
  readonly prompt?: string | null;
  readonly receiver_thread_ids?: readonly string[];
  readonly agents_states?: Readonly<Record<string, { readonly status?: string; readonly message?: string | null }>>;
}

/** Counted over the whole conversation, not per turn. */
export interface CodexExecUsage {
  readonly input_tokens?: number;
  readonly cached_input_tokens?: number;
  readonly cache_write_input_tokens?: number;
  readonly output_tokens?: number;
  readonly reasoning_output_tokens?: number;
}
