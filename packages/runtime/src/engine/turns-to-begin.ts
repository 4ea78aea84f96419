import type { Task, Turn } from '@posthouse/store';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { decideAnswered } from '../federation/decide-remote-pause.ts';
import { closeTurns } from '../task/close-turns.ts';
import type { Decision } from '../task/decision.ts';
import { peerOf } from '../task/letters/peer-mailbox.ts';
import { limitsOf } from '../task/limits.ts';
import { dataOf, type DecisionState } from '../task/task-data.ts';
import { decideClosing } from '../turns/decide-at-rest.ts';

export type Readers = {
  /** Agents that have something to read and nothing to do. */
  readers: readonly string[];
  /** How many turns the run has begun. */
  turns: number;
  now: number;
};

/** The agents that begin a turn now. None do where the run has used up a limit: then something else is decided. */
export function turnsToBegin(
  state: DecisionState,
  definition: SwarmDefinition,
  { readers, turns, now }: Readers,
): { begin: readonly string[]; closing?: Decision } {
  const closing = decideClosing(state, definition, { now, turns: turns + Math.min(readers.length, 1) });
  if (closing !== undefined) return { begin: [], closing };
  if (state.ledger.closing !== undefined) return { begin: readers };
  return { begin: readers.slice(0, limitsOf(definition.limits, dataOf(state.task).current).turns - turns) };
}

/** What becomes of an open turn that no agent here can continue: it is that of another swarm, or its agent is gone. */
export function decideWithoutAgent(task: Task, turn: Turn): Decision {
  if (peerOf(turn.agent) !== undefined) return decideAnswered(task, turn);
  return closeTurns([turn], task.openRun!, `the swarm has no agent '${turn.agent}' any more`);
}
