import { swarmOf } from '@posthouse/protocol';
import type { DecisionState } from '../task-data.ts';
import { toRunner } from './contributors.ts';

/**
 * The swarms that a run waits for: those that somebody here has asked and that have not answered, and those that work for
 * us and have not said that they are done. Nobody waits for those it works for, or two swarms could wait for each other.
 */
export function awaitedSwarms({ task, ledger }: Pick<DecisionState, 'task' | 'ledger'>): string[] {
  const { peers, requests } = ledger;
  const swarms = peers.swarms().filter((swarm) => peers.isAtWork(swarm));
  if (swarms.length === 0) return swarms;
  const asked = new Set(requests.open().flatMap(({ from, to }) => (swarmOf(from) === undefined ? [swarmOf(to)] : [])));
  return swarms.filter((swarm) => asked.has(swarm) || isWorking({ task, ledger }, swarm));
}

/** Whether a swarm is at work for us on something, and we not for it. */
export function isWorking({ task, ledger: { peers } }: Pick<DecisionState, 'task' | 'ledger'>, swarm: string): boolean {
  return !peers.above.has(swarm) && peers.isInstanceAtWork(swarm, toRunner(task, swarm));
}
