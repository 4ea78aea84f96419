import type { Decision } from './decision.ts';
import { endRun } from './end-run.ts';
import { dataOf, type TaskState } from './task-state.ts';

/** Ends the open run now. Without an open run there is nothing to do, so cancelling twice is the same as once. */
export function decideCancel({ task, mail, open, live, ledger }: TaskState, now: number): Decision | undefined {
  if (task.openRun === null) return undefined;
  const { caller } = dataOf(task).current ?? {};
  // A task that a swarm has brought is stopped by that swarm, though others may have asked for something in it.
  const isCaller = caller !== undefined && task.owner.role === 'swarm' && task.owner.id === caller.swarm;
  return endRun({
    task,
    mail,
    open,
    live,
    ledger,
    outcome: 'cancelled',
    text: 'The run was cancelled.',
    code: 'cancelled',
    why: 'cancelled',
    dropUserMail: true,
    ...(isCaller ? { callerKnows: true as const } : {}),
    now,
  });
}
