import type { CallKind, JSONValue, LiveText, Usage } from '@posthouse/protocol';

/** A text that has begun and not ended. */
export type OpenText = {
  readonly type: 'text' | 'reasoning';
  readonly agent: string;
  readonly turn: number;
  readonly kind: LiveText['kind'];
  /** How much of it was told. */
  readonly length: number;
  /** On an answer: all of it. It stays open until it is known whether it became the outcome. */
  readonly written?: string;
};

/** A call without a result. */
export type OpenCall = {
  readonly callId: string;
  readonly agent: string;
  readonly turn: number;
  readonly tool: string;
  readonly kind: CallKind;
  readonly input: JSONValue;
  /** What readers were told of it for, if they were: to look at, or to answer it. */
  readonly shownFor: 'nothing' | 'looking' | 'answering';
  /** Whether it waits for somebody outside. */
  readonly isAsked: boolean;
  /** Whether it is of another swarm, which may go on while ours waits. */
  readonly isRemote: boolean;
};

/**
 * How far the translation of a run has come: a value, so that it can be kept, compared and gone on with by several
 * readers. All that is open is in it, and nothing that is over: it does not grow with the run.
 */
export type RunState = {
  readonly taskId: string;
  readonly swarm: string;
  readonly run: number;
  /** Id of the assistant's message, once the run has started. */
  readonly messageId: string | undefined;
  /**
   * `paused`: somebody is asked, and nothing else is being written. `ended`: the message is complete. Only then may a
   * stream end.
   */
  readonly phase: 'open' | 'paused' | 'ended';
  /** The newest entry of the run that is part of it. */
  readonly seq: number;
  readonly texts: ReadonlyMap<string, OpenText>;
  readonly calls: ReadonlyMap<string, OpenCall>;
  /** Whether somebody is asked, whatever else goes on. */
  readonly isPaused: boolean;
  /** Whether what comes next belongs to a new step, as after every pause. */
  readonly isStepDue: boolean;
  readonly usage: Usage | undefined;
  /** Whose answer the outcome is. */
  readonly answeredBy: { readonly agent: string; readonly turn: number } | undefined;
};

/**
 * A run before its first entry.
 *
 * @example
 * let state = startRun({ taskId, swarm: 'research', run: 1 });
 * for await (const event of office.follow(taskId, { tokens: true })) {
 *   const step = translateRun(state, event);
 *   state = step.state;
 *   for (const chunk of step.chunks) send(chunk);
 * }
 */
export function startRun({ taskId, swarm, run }: { taskId: string; swarm: string; run: number }): RunState {
  return {
    taskId,
    swarm,
    run,
    messageId: undefined,
    phase: 'open',
    seq: 0,
    texts: new Map(),
    calls: new Map(),
    isPaused: false,
    isStepDue: false,
    usage: undefined,
    answeredBy: undefined,
  };
}
