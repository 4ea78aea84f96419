import type { Mail } from '../task.ts';
import type { StoredTask } from './stored-task.ts';

/** Earlier than every clock: there is something to do now. */
const AT_ONCE = 0;

/** Whether a task keeps its owner busy whatever its mailboxes hold: a run that is not paused must come to an end. */
export function isRunning({ status, openRun }: Pick<StoredTask, 'status' | 'openRun'>): boolean {
  return status === 'running' && openRun !== null;
}

/** What the mailboxes and turns of a task that is not running say. */
export type Waiting = { earliestDue: number | null; hasOpenTurn: boolean };

/**
 * When a task has something to do next; null while it has not. This is the one rule by which tasks are claimed, and
 * kept from being released. `waiting` is asked only when the answer depends on it.
 */
export function wakeOf(state: Pick<StoredTask, 'status' | 'openRun'>, waiting: () => Waiting): number | null {
  if (isRunning(state)) return AT_ONCE;
  const { earliestDue, hasOpenTurn } = waiting();
  // The open turn of a paused task waits for an answer from outside, which comes with a write of its own.
  return hasOpenTurn && state.status !== 'paused' ? AT_ONCE : earliestDue;
}

/**
 * The same for a write that only puts mail into a task at rest, without a look at the mail that waits there already:
 * ten thousand messages to a paused task would look at fifty million.
 */
export function wakeAfterPut(wake: number | null, mail: readonly Mail[]): number | null {
  return mail.reduce((earliest: number | null, { due }) => (earliest === null ? due : Math.min(earliest, due)), wake);
}
