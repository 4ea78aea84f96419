import { type RunName, startTelling, type ToldRun } from '@posthouse/protocol';

/** The state of translating a run: what was told about it, and how far its message has come. */
export type MailRunState = ToldRun & {
  /** Whether what comes next belongs to a new step, as after every pause. */
  readonly isStepDue: boolean;
};

/**
 * A run before its first entry.
 *
 * @example
 * let state = startRun({ taskId, swarm: 'research', run: 1 });
 * for await (const event of instance.follow(taskId, { tokens: true })) {
 *   const step = translateRun(state, event);
 *   state = step.state;
 *   for (const chunk of step.chunks) send(chunk);
 * }
 */
export function startRun(name: RunName): MailRunState {
  return { ...startTelling(name), isStepDue: false };
}
