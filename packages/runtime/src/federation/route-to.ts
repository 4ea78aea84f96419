import type { TaskState } from '../office/task-state.ts';
import { swarmOfContributor, toContributors, toRunner } from './contributors.ts';

/** Where in another swarm a letter goes. */
export type Route = {
  /** `back` to an instance that has the task; where it is new, `forward`. */
  direction: 'forward' | 'back';
  /** The instance there that gets it. */
  to: string;
};

/**
 * Decides where in another swarm a letter goes, when it is written: it must not end up elsewhere when it is tried again.
 * Several instances of a swarm may work on a task, for different others. The one that works for us comes first, then the
 * one that wrote to us.
 */
export function routeTo({ task, ledger }: Pick<TaskState, 'task' | 'ledger'>, swarm: string): Route {
  const ours = toRunner(task, swarm);
  const there = toContributors(task).filter((contributor) => swarmOfContributor(contributor) === swarm);
  if (there.length === 0) return { direction: 'forward', to: ours };
  const to = there.includes(ours) ? ours : (ledger.peers.contact(swarm)?.instance ?? there[0]!);
  return { direction: 'back', to };
}
