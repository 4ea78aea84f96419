import type { TranslationOptions } from '../agent-adapter.ts';
import type { TextKind } from '../agent-news.ts';
import { type RunState, startRunState } from '../writing/run-state.ts';
import type { RunWriter } from '../writing/run-writer.ts';
import type { OpencodeEvent } from './opencode-event.ts';

/** What is remembered between OpenCode's events. */
export interface OpencodeState extends RunState {
  readonly memory: OpencodeMemory;
}

export interface OpencodeMemory {
  /** The session whose run this is. All others are those of agents inside it. */
  readonly sessionId: string | undefined;
  /** Who wrote a message. */
  readonly roles: ReadonlyMap<string, string>;
  /** Texts by the id of their part. */
  readonly texts: ReadonlyMap<string, TextMemory>;
  /** Pieces of texts whose part has not been announced. */
  readonly early: ReadonlyMap<string, string>;
  /** The step that each session is in. */
  readonly steps: ReadonlyMap<string, StepMemory>;
  /** The call that started an agent, by the session of that agent. */
  readonly startedBy: ReadonlyMap<string, string>;
  /** Events about messages and sessions that we do not know yet, by their id. */
  readonly held: ReadonlyMap<string, readonly OpencodeEvent[]>;
  /** Questions that came before the call they are about. */
  readonly asked: ReadonlyMap<string, HeldApproval>;
  readonly finish: string | undefined;
  readonly errorText: string | undefined;
  readonly isAborted: boolean;
}

export interface TextMemory {
  readonly kind: TextKind;
  /** How much of it was sent. */
  readonly sent: number;
  readonly isComplete: boolean;
}

export interface StepMemory {
  readonly messageId: string;
  /** Parts of this step: texts by id, calls by call id. */
  readonly texts: readonly string[];
  readonly calls: readonly string[];
  /** Whether one of its calls has begun. From then on OpenCode hardly ever begins the step anew. */
  readonly isActing: boolean;
  readonly isDone: boolean;
}

export interface HeldApproval {
  readonly approvalId: string;
  readonly sessionId: string;
}

/** What a translation works with: the writer, and the memory it leaves behind. */
export interface Draft {
  readonly writer: RunWriter<OpencodeState>;
  memory: OpencodeMemory;
}

export function startOpencode(options: TranslationOptions): OpencodeState {
  return {
    ...startRunState('opencode', options),
    memory: {
      sessionId: undefined,
      roles: new Map(),
      texts: new Map(),
      early: new Map(),
      steps: new Map(),
      startedBy: new Map(),
      held: new Map(),
      asked: new Map(),
      finish: undefined,
      errorText: undefined,
      isAborted: false,
    },
  };
}

/** Changes some of what is remembered. */
export function remember(draft: Draft, changes: Partial<OpencodeMemory>): void {
  draft.memory = { ...draft.memory, ...changes };
}

export function rememberText(draft: Draft, partId: string, text: TextMemory): void {
  remember(draft, { texts: new Map(draft.memory.texts).set(partId, text) });
}

export function rememberStep(draft: Draft, sessionId: string, step: StepMemory): void {
  remember(draft, { steps: new Map(draft.memory.steps).set(sessionId, step) });
}

/** Notes that a part belongs to the step its session is in. */
export function enter(draft: Draft, sessionId: string, { texts, calls }: { texts?: string; calls?: string }): void {
  const step: StepMemory | undefined = draft.memory.steps.get(sessionId);
  if (step === undefined) return;
  rememberStep(draft, sessionId, {
    ...step,
    texts: texts === undefined ? step.texts : [...step.texts, texts],
    calls: calls === undefined ? step.calls : [...step.calls, calls],
  });
}

export function isMain({ memory }: Draft, sessionId: string): boolean {
  return memory.sessionId === sessionId;
}
