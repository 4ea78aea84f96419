import { dataOf, type DecisionState } from '../task-data.ts';
import { swarmOfContributor, toContributors, toRunner, toTaskRun } from './contributors.ts';

/** Where in another swarm a letter goes. */
export type Route = {
  /** `back` to an instance that has the task; where it is new, `forward`. */
  direction: 'forward' | 'back';
  /** The instance there that gets it. */
  to: string;
  /** The run of the task's owner that it is written for. */
  taskRun?: number;
};

/**
 * Decides where in another swarm a letter goes, when it is written: it must not end up elsewhere when it is tried again.
 * Several instances of a swarm may work on a task, for different others. The one that works for us comes first, then the
 * one that wrote to us. In a forked task, one that worked for us before the fork remembers it, and is still to be made.
 */
export function routeTo({ task, ledger }: Pick<DecisionState, 'task' | 'ledger'>, swarm: string): Route {
  const ours = toRunner(task, swarm);
  const there = toContributors(task).filter((contributor) => swarmOfContributor(contributor) === swarm);
  const remembers = dataOf(task).forked?.peers.includes(swarm) === true && !there.includes(ours);
  const stamp = toTaskRun({ task, ledger });
  if (there.length === 0 || remembers) return { direction: 'forward', to: ours, ...stamp };
  const to = there.includes(ours) ? ours : (ledger.peers.contact(swarm)?.instance ?? there[0]!);
  return { direction: 'back', to, ...stamp };
}
