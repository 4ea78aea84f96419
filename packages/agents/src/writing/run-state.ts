import type { JSONObject, Usage } from '@posthouse/protocol';
import type { AgentRunState, AgentTotals, TranslationOptions } from '../agent-adapter.ts';
import type { NestedAgent, NestedPart, TextKind } from '../agent-news.ts';

/** What all adapters keep about a run. Values only: translating never changes a state, it makes the next one. */
export interface RunState extends AgentRunState {
  readonly agent: string;
  readonly options: TranslationOptions;
  readonly isStarted: boolean;
  readonly isStepOpen: boolean;
  /** Whether the message has anything in it. */
  readonly hasPart: boolean;
  /** Whether the step was begun for questions of agents inside the agent. */
  readonly isStepForQuestions: boolean;
  /** Whether the model is writing a message, as far as the adapter can tell. */
  readonly isBusy: boolean;
  /** Texts that are being written, by the id that the adapter gave. */
  readonly texts: ReadonlyMap<string, { readonly kind: TextKind; readonly part: string }>;
  /** How many texts of each id are closed. */
  readonly closedTexts: ReadonlyMap<string, number>;
  readonly calls: ReadonlyMap<string, RunCall>;
  /** What waits for an answer: ids of approvals and their calls. */
  readonly approvals: ReadonlyMap<string, string>;
  /** Agents inside this one, by the call that started them. */
  readonly nestedAgents: ReadonlyMap<string, NestedAgent>;
  /** What they say and do, by `${toolCallId}/${partId}`, with the call that started the agent. */
  readonly nestedParts: ReadonlyMap<string, KnownNestedPart>;
  /** Addresses of pages that were sent as sources. */
  readonly sources: ReadonlySet<string>;
  /** About how many characters of outputs have been shown. */
  readonly outputLength: number;
  readonly metadata: RunMetadata;
}

export interface RunCall {
  readonly toolName: string;
  /** `streaming`: its input is being written. `waiting`: it has not begun. */
  readonly phase: 'streaming' | 'waiting' | 'running' | 'done';
  /** The call that started the agent inside the agent whose call this is. */
  readonly parent?: string | undefined;
  /** The end of what it has printed, where it tells that piece by piece, and the length of the whole. */
  readonly printed?: { readonly tail: string; readonly length: number };
  /** How much of its progress was shown, and when. */
  readonly shown?: { readonly length: number; readonly at: number };
}

/** What is known of a part. `shownLength` is how much of a text was shown. */
export interface KnownNestedPart {
  readonly parent: string;
  readonly part: NestedPart;
  readonly shownLength?: number;
}

/** What the message says about its run. */
export interface RunMetadata {
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly cost?: number | undefined;
  readonly totals?: AgentTotals | undefined;
  readonly error?: string | undefined;
  /** What only one adapter tells. */
  readonly more?: JSONObject | undefined;
}

/** The state of a run before its first event. */
export function startRunState(agent: string, options: TranslationOptions): RunState {
  return {
    agent,
    options,
    phase: 'open',
    agentSessionId: undefined,
    ignored: {},
    isStarted: false,
    isStepOpen: false,
    hasPart: false,
    isStepForQuestions: false,
    isBusy: false,
    texts: new Map(),
    closedTexts: new Map(),
    calls: new Map(),
    approvals: new Map(),
    nestedAgents: new Map(),
    nestedParts: new Map(),
    sources: new Set(),
    outputLength: 0,
    metadata: {},
  };
}
