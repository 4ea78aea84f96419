import type { SwarmInstance, StepOptions, StepResult } from '@posthouse/runtime';

/** A step as somebody may take it. */
export type ProposedStep = Pick<StepOptions, 'target' | 'responseType' | 'responseTargets' | 'payload'>;

/**
 * A program that knows what should come next in tasks that people move by hand: the rules of a game, the agenda of a meeting.
 * It proposes; whoever steps the agents takes the step that it proposes, or another one.
 */
export type StepProposer = {
  /** Somebody has begun a task, or has said something more in it. */
  begun?(instance: SwarmInstance, taskId: string): void;
  /** What should come next; undefined where nobody knows. May wait until that is known. */
  propose(instance: SwarmInstance, taskId: string): ProposedStep | undefined | Promise<ProposedStep | undefined>;
  /** Somebody has taken a step. */
  stepped?(instance: SwarmInstance, taskId: string, step: ProposedStep, result: StepResult): void;
};
