import type { UsedBudget } from '../log/budget.ts';
import type { Usage } from '../log/usage.ts';
import type { ToldCall, ToldText } from './telling.ts';

/** A text that has begun and not ended. */
export type OpenText = ToldText & {
  /** How much of it was told. */
  readonly length: number;
  /** On an answer: all of it. It stays open until it is known whether it became the outcome. */
  readonly written?: string;
};

/** A call without a result. */
export type OpenToldCall = ToldCall & {
  /** Whether readers were told of it: that waits until it is clear who answers it. */
  readonly isTold: boolean;
  /** Whether it waits for somebody outside. */
  readonly isAsked: boolean;
  /** Whether it is of another swarm, which may go on while ours waits. */
  readonly isRemote: boolean;
};

/**
 * How much of a run was told: a value that readers can keep, compare and continue from. It contains everything that
 * is open and nothing that is over, so it does not grow with the run.
 */
export type ToldRun = {
  readonly taskId: string;
  /** The swarm that the task belongs to: what its agents answer is the answer. */
  readonly swarm: string;
  readonly run: number;
  /** Id of the answer, once the run has started. */
  readonly answerId: string | undefined;
  /**
   * `paused`: somebody is asked, and nothing else is being written. `ended`: everything is told. Only then may a
   * stream end.
   */
  readonly phase: 'open' | 'paused' | 'ended';
  /** The newest entry of the run that was told. */
  readonly seq: number;
  readonly texts: ReadonlyMap<string, OpenText>;
  readonly calls: ReadonlyMap<string, OpenToldCall>;
  /** Whether somebody is asked, whatever else continues. */
  readonly isPaused: boolean;
  /** The budget that holds the run up, if one does: then a pause asks nothing. */
  readonly overBudget: UsedBudget | undefined;
  /** The budgets that the run is under, as they stood when it last paused or ended. */
  readonly budgets: UsedBudget[] | undefined;
  readonly usage: Usage | undefined;
  /** Mail between two other swarms is in the logs of both; these were told once. */
  readonly relayed: ReadonlySet<string>;
};

/** Which run is told, and from where. */
export type RunName = { taskId: string; swarm: string; run: number };

/**
 * The state before anything of a run was told.
 *
 * @example
 * let told = startTelling({ taskId, swarm: 'research', run: 1 });
 * for await (const event of instance.follow(taskId, { tokens: true })) {
 *   const step = tellRun(told, event);
 *   told = step.state;
 *   for (const telling of step.tellings) show(telling);
 * }
 */
export function startTelling({ taskId, swarm, run }: RunName): ToldRun {
  return {
    taskId,
    swarm,
    run,
    answerId: undefined,
    phase: 'open',
    seq: 0,
    texts: new Map(),
    calls: new Map(),
    isPaused: false,
    overBudget: undefined,
    budgets: undefined,
    usage: undefined,
    relayed: new Set(),
  };
}
