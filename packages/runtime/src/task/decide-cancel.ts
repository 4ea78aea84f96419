import type { Decision } from './decision.ts';
import { endRun } from './end-run.ts';
import type { DecisionState } from './task-data.ts';

/** Ends the open run now. Without an open run there is nothing to do, so cancelling twice is the same as once. */
export function decideCancel(state: DecisionState, now: number, text = 'The run was cancelled.'): Decision | undefined {
  if (state.task.openRun === null) return undefined;
  // Even the swarm that has brought the task is told: several of its instances may have asked, and one has stopped it.
  const end = { outcome: 'cancelled', text, code: 'cancelled', why: 'cancelled', dropUserMail: true, now } as const;
  return endRun({ ...state, ...end });
}
