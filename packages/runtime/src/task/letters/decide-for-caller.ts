import type { Decision } from '../decision.ts';
import { endRun } from '../end-run.ts';
import { dataOf, type DecisionState } from '../task-data.ts';
import { isQuiet } from '../../mailbox/mailbox.ts';
import { owesAnswer } from './end-letters.ts';
import { noteOf } from './letter-note.ts';

/** The notice that a peer has finished may have been held back; it is delivered once no agent is at work. */
export function decideToWake({ task, mail }: DecisionState): Decision | undefined {
  const held = mail.filter((each) => isQuiet(each) && each.run === task.openRun && noteOf(each.message).ended);
  if (held.length === 0) return undefined;
  return {
    entries: [],
    take: held.map((each) => each.id),
    put: held.map(({ order: _order, due: _due, ...each }) => each),
  };
}

/**
 * A run that another swarm asked for, and in which nobody is at work, has ended once that swarm has its answer: nobody
 * needs to say so.
 */
export function decideForCaller(state: DecisionState, now: number): Decision | undefined {
  const { task, ledger } = state;
  const { caller } = dataOf(task).current!;
  if (caller === undefined || owesAnswer({ ledger }, caller.swarm)) return undefined;
  const text = ledger.peers.contact(caller.swarm)?.said ?? 'Nobody had anything to answer.';
  return endRun({ ...state, outcome: 'complete', text, why: `swarm '${caller.swarm}' has its answer`, now });
}
