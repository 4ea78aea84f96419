import { isFromUser } from '@posthouse/protocol';
import { isQuiet, nextDue } from '../mailbox/mailbox.ts';
import { decideHeld } from '../task/decide-held.ts';
import { decideNextRun } from '../task/decide-post.ts';
import type { Decision } from '../task/decision.ts';
import { dataOf, type DecisionState } from '../task/task-data.ts';
import { toChangedPause } from '../task/to-pause.ts';

/** What there is to do in a task in which nobody is at work. */
export type Move = {
  /**
   * A decision to write down; `rest` gives the task back; `stalled`: nothing will happen by itself, and the run is open;
   * `wait`: something will.
   */
  next: Decision | 'rest' | 'stalled' | 'wait';
  /** When to look again, whatever happens. */
  lookAt?: number | undefined;
};

export function nextMove(state: DecisionState, now: number): Move {
  if (state.task.openRun === null) return { next: nextRun(state, now) ?? 'rest' };
  if (state.task.status === 'paused') return whilePaused(state, now);
  const due = nextDue(state.mail, now);
  if (due !== undefined) return { next: 'wait', lookAt: due };
  // In manual mode nobody stalls: the next step comes when it comes, and finds the task in memory.
  const isManual = dataOf(state.task).current!.manual === true && state.ledger.closing === undefined;
  return { next: isManual ? 'wait' : 'stalled' };
}

function nextRun({ task, mail }: DecisionState, now: number): Decision | undefined {
  const waiting = mail.filter((each) => isFromUser(each.message) && !isQuiet(each));
  return waiting.length > 0 ? decideNextRun(task, waiting, now) : undefined;
}

function whilePaused(state: DecisionState, now: number): Move {
  const held = decideHeld(state, now);
  if (held !== undefined) return { next: held };
  const { run } = dataOf(state.task).current!;
  const pause = toChangedPause(state.open, run, state.ledger.paused);
  return {
    next: pause === undefined ? 'rest' : { entries: [pause] },
    lookAt: nextDue(state.mail, now) ?? Number.POSITIVE_INFINITY,
  };
}
