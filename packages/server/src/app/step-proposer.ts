import type { SwarmInstance, StepOptions, StepResult } from '@posthouse/runtime';

/** A step that a program proposes. */
export type ProposedStep = Pick<StepOptions, 'target' | 'responseType' | 'responseTargets' | 'payload'>;

/**
 * A program that knows the next step of tasks in manual mode: the rules of a game, the agenda of a meeting. It
 * proposes a step; the person who steps the agents takes that one or another.
 */
export type StepProposer = {
  /** A task was begun, or got another message. */
  begun?(instance: SwarmInstance, taskId: string): void;
  /** The step that should come next; undefined where there is none. May wait until it is known. */
  propose(instance: SwarmInstance, taskId: string): ProposedStep | undefined | Promise<ProposedStep | undefined>;
  /** A step was taken. */
  stepped?(instance: SwarmInstance, taskId: string, step: ProposedStep, result: StepResult): void;
};
