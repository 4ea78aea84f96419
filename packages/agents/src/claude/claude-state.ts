import type { TranslationOptions } from '../agent-adapter.ts';
import type { TextKind } from '../agent-news.ts';
import { type RunState, startRunState } from '../writing/run-state.ts';
import type { RunWriter } from '../writing/run-writer.ts';
import type { ClaudeCitation, ClaudeResultEvent } from './claude-event.ts';

/** The state of a translation: what all adapters keep, and what only Claude needs. */
export interface ClaudeState extends RunState {
  readonly claude: ClaudeFacts;
}

export type ClaudeWriter = RunWriter<ClaudeState>;

export interface ClaudeFacts {
  /** The message of the main agent that came last. */
  readonly message: MainMessage | undefined;
  /** The parts that an event of this id has confirmed, for those that are withdrawn later. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** Calls that are not shown, because they only carry a result. */
  readonly hidden: ReadonlySet<string>;
  /** Calls of agents inside the agent, and the calls that these agents belong to. */
  readonly parents: ReadonlyMap<string, string>;
  /** What runs beside the main agent, and the calls that started it. */
  readonly tasks: ReadonlyMap<string, { readonly toolCallId: string | undefined; readonly isAgent: boolean }>;
  /** What a message that tells of an error says. */
  readonly errorText: string | undefined;
  readonly stopReason: string | undefined;
  readonly result: ClaudeResultEvent | undefined;
}

/** A message of the main agent, as far as it has come. */
export interface MainMessage {
  readonly id: string;
  /** Whether it comes in pieces, or at once. */
  readonly isStreamed: boolean;
  /** Whether more of it will come. */
  readonly isOpen: boolean;
  readonly blocks: ReadonlyMap<number, Block>;
}

/** A block that comes in pieces. */
export interface Block {
  readonly kind: TextKind | 'call' | 'other';
  /** Of the part, or of the call. */
  readonly id: string;
  /** How much of a text has come. */
  readonly length: number;
  /** What a text rests on. */
  readonly citations?: readonly ClaudeCitation[];
  /** Whether Claude has said it once more as a whole. Before that it may still be taken back. */
  readonly isConfirmed: boolean;
  /** Whether all its pieces have come. */
  readonly isStopped: boolean;
}

/** The state before the first event. */
export function startClaude(options: TranslationOptions): ClaudeState {
  return {
    ...startRunState('claude', options),
    claude: {
      message: undefined,
      parts: new Map(),
      hidden: new Set(),
      parents: new Map(),
      tasks: new Map(),
      errorText: undefined,
      stopReason: undefined,
      result: undefined,
    },
  };
}
