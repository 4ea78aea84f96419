import { type Budget, type NewEntry, swarmOf, type UsedBudget } from '@posthouse/protocol';
import type { Mail, NewMail, Task } from '@posthouse/store';
import { isQueued, isQuiet, QUIET } from '../mailbox/mailbox.ts';
import type { Decision } from './decision.ts';
import { dataOf, openCallsOf, type DecisionState, toData } from './task-data.ts';

/** For mail of a run that waits for an admin. As good as never. */
const HELD = QUIET - 2;

type State = Pick<DecisionState, 'task' | 'mail' | 'open'>;

/** A run stops where it is, until there is something to spend again. Nothing that it has read or done is lost. */
export function decideHold({ task, open }: Omit<State, 'mail'>, budget: UsedBudget, agent?: string): Decision {
  return {
    entries: [toBudgetPause({ task, open }, budget, agent)],
    status: 'paused',
    data: toData({ held: budget }),
  };
}

/** The same for whoever comes while a run waits, and has to be told. */
export function toBudgetPause({ task, open }: Omit<State, 'mail'>, budget: UsedBudget, agent?: string): NewEntry {
  const by = agent === undefined ? {} : { agent };
  return { run: task.openRun!, ...by, type: 'paused', calls: openCallsOf(open), budget };
}

/**
 * What becomes of a run that waits for its budget when nobody is at work. Its mail is put off until the day ends, so that
 * whichever process is there then finds it; and when that time has come, the run continues.
 */
export function decideHeld(state: State, now: number): Decision | undefined {
  const { held } = dataOf(state.task);
  if (held === undefined) return undefined;
  const until = held.until === undefined ? HELD : Date.parse(held.until);
  if (until <= now) return decideGoOn(state, now);
  const due = state.mail.filter((mail) => mail.due <= now && isForAgents(mail));
  return due.length === 0 ? undefined : { entries: [], ...putOff(due, until) };
}

/** A run that waits for its budget goes on, with more of its own if it is given more. */
export function decideGoOn({ task, mail, open }: State, now: number, budget?: Budget): Decision | undefined {
  const { held, current } = dataOf(task);
  if (task.openRun === null || current === undefined) return undefined;
  const more = budget === undefined ? {} : { current: { ...current, budget: { ...current.budget, ...budget } } };
  if (held === undefined) return budget === undefined ? undefined : { entries: [], data: toData(more) };
  const late = mail.filter((each) => each.due > now && !isQuiet(each) && !isQueued(each) && isForAgents(each));
  const calls = openCallsOf(open);
  const run = task.openRun;
  return {
    entries: [calls.length === 0 ? { run, type: 'resumed', callIds: [] } : { run, type: 'paused', calls }],
    ...putOff(late, undefined),
    ...(calls.length === 0 ? { status: 'running' as const } : {}),
    data: { ...toData(more), held: null },
  };
}

/** The budget that a task waits for, if any. */
export function heldBy(task: Task): UsedBudget | undefined {
  return task.openRun === null || task.status !== 'paused' ? undefined : dataOf(task).held;
}

function isForAgents({ mailbox }: Mail): boolean {
  return !mailbox.startsWith('@') && swarmOf(mailbox) === undefined;
}

function putOff(mail: readonly Mail[], due: number | undefined): Pick<Decision, 'take' | 'put'> {
  return {
    take: mail.map(({ id }) => id),
    put: mail.map(({ order: _order, ...each }): NewMail => ({ ...each, due })),
  };
}
