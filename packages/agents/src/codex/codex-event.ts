/** What `codex app-server` tells by itself, as far as we look at it; methods that are not listed are passed on, too. */
export interface CodexEvent {
  readonly method: string;
  readonly params: CodexParams;
}

/** The parameters of all notifications in one; which of them are there depends on the method. */
export interface CodexParams {
  readonly threadId?: string;
  readonly turnId?: string;
  readonly itemId?: string;
  readonly item?: CodexItem;
  readonly delta?: string;
  readonly summaryIndex?: number;
  readonly contentIndex?: number;
  readonly thread?: { readonly id: string; readonly model?: string | null };
  readonly turn?: CodexTurn;
  readonly tokenUsage?: { readonly total?: CodexTokens; readonly last?: CodexTokens };
  readonly error?: CodexError;
  readonly willRetry?: boolean;
  readonly plan?: readonly { readonly step: string; readonly status: string }[];
  readonly summary?: string;
  readonly message?: string;
  readonly fromModel?: string;
  readonly toModel?: string;
}

export interface CodexTurn {
  readonly id: string;
  readonly status?: string;
  readonly error?: CodexError | null;
}

export interface CodexError {
  readonly message: string;
  readonly additionalDetails?: string | null;
}

export interface CodexTokens {
  readonly inputTokens?: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteInputTokens?: number;
  readonly outputTokens?: number;
  readonly reasoningOutputTokens?: number;
}

/** Something that Codex has said or done; which fields it has depends on its type. */
export interface CodexItem {
  readonly type: string;
  readonly id: string;
  readonly text?: string;
  readonly summary?: readonly string[];
  readonly content?: readonly unknown[];
  readonly status?: string;
  readonly command?: string;
  readonly cwd?: string;
  readonly aggregatedOutput?: string | null;
  readonly exitCode?: number | null;
  readonly changes?: readonly unknown[];
  readonly server?: string;
  readonly namespace?: string | null;
  readonly tool?: string;
  readonly arguments?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: string } | null;
  readonly contentItems?: readonly unknown[] | null;
  readonly success?: boolean | null;
  readonly query?: string;
  readonly action?: unknown;
  readonly results?: readonly unknown[] | null;
  readonly path?: string;
  readonly prompt?: string | null;
  readonly receiverThreadIds?: readonly string[];
  readonly agentsStates?: Readonly<Record<string, { readonly status?: string; readonly message?: string | null }>>;
  readonly revisedPrompt?: string | null;
  readonly savedPath?: string;
  readonly failure?: unknown;
  readonly review?: string;
}
