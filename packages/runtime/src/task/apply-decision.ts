import type { JSONObject } from '@posthouse/protocol';
import type { Mail, NewMail, Task, Turn } from '@posthouse/store';
import type { Decision } from './decision.ts';

/** A task in memory, as its owner works on it. */
export type Working = { task: Task; mail: Mail[]; open: Map<string, Turn>; order: number };

/**
 * Does to the task in memory what the store will do to the one on disk. The owner decides from here without waiting for
 * the disk; the store applies writes in the same order, or refuses, in which case everything here is thrown away.
 */
export function applyDecision(working: Working, decision: Decision, now: number): void {
  const { task } = working;
  for (const entry of decision.entries) {
    if (entry.type === 'run-started') task.run = task.openRun = entry.run;
    else if (entry.type === 'run-ended') task.openRun = null;
  }
  task.head += decision.entries.length;
  if (decision.take !== undefined && decision.take.length > 0) {
    const taken = new Set(decision.take);
    working.mail = working.mail.filter((mail) => !taken.has(mail.id));
  }
  for (const mail of decision.put ?? []) working.mail.push(toMail(mail, (working.order += 1), now));
  for (const turn of decision.turns ?? []) {
    if (turn.done) working.open.delete(turn.agent);
    else working.open.set(turn.agent, turn);
  }
  if (decision.status !== undefined) task.status = decision.status;
  if (decision.data !== undefined) task.data = mergeData(task.data, decision.data);
  if (decision.fence === true) task.epoch += 1;
}

function toMail(mail: NewMail, order: number, now: number): Mail {
  return { ...mail, order, due: mail.due ?? now };
}

function mergeData(data: JSONObject, changes: JSONObject): JSONObject {
  const merged = { ...data, ...changes };
  for (const key of Object.keys(changes)) if (changes[key] === null) delete merged[key];
  return merged;
}
