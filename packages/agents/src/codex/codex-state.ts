import type { TranslationOptions } from '../agent-adapter.ts';
import { type RunState, startRunState } from '../writing/run-state.ts';
import type { RunWriter } from '../writing/run-writer.ts';
import type { CodexTokens, CodexTurn } from './codex-event.ts';

/** The state of a translation: what all adapters keep, and what only Codex needs. */
export interface CodexState extends RunState {
  readonly codex: CodexFacts;
}

export type CodexWriter = RunWriter<CodexState>;

export interface CodexFacts {
  readonly threadId: string | undefined;
  /** The texts of the main agent's answer that may still be withdrawn, and how much of each has come. */
  readonly texts: ReadonlyMap<string, number>;
  /** What the answer of the model has come to: a call, or its end. The next text is part of the next answer. */
  readonly after: 'call' | 'end' | undefined;
  /** Agents that were started, by their threads, and the calls that started them. */
  readonly agents: ReadonlyMap<string, string>;
  /** Calls that Codex has asked the user about without telling of them otherwise. */
  readonly questions: ReadonlySet<string>;
  /** What the conversation had used when this run began. */
  readonly before: CodexTokens | undefined;
  readonly turn: CodexTurn | undefined;
  readonly errorText: string | undefined;
}

/** The state before the first event. */
export function startCodex(options: TranslationOptions): CodexState {
  const { totals } = options;
  return {
    ...startRunState('codex', options),
    codex: {
      threadId: undefined,
      texts: new Map(),
      after: undefined,
      agents: new Map(),
      questions: new Set(),
      before: totals?.usage && {
        inputTokens: totals.usage.inputTokens,
        outputTokens: totals.usage.outputTokens,
        cachedInputTokens: totals.usage.cacheReadTokens ?? 0,
        cacheWriteInputTokens: totals.usage.cacheWriteTokens ?? 0,
        reasoningOutputTokens: totals.usage.reasoningTokens ?? 0,
      },
      turn: undefined,
      errorText: undefined,
    },
  };
}
