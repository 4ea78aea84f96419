import type { JSONObject, LogEntry } from '@posthouse/protocol';
import { fenced, stale } from '../refusals.ts';
import type { Mail } from '../task.ts';
import type { Write } from './write.ts';
import { mergeData } from './merge-data.ts';
import { placeMail } from './place-mail.ts';
import type { StoredTask } from './stored-task.ts';

/** What a write comes to: the task after it (but for `wake`, which needs a look at the mail), its entries and mail. */
export type Applied = { next: StoredTask; entries: LogEntry[]; mail: Mail[] };

/**
 * Decides a write against the task it meets: refuses it with `fenced` or `stale`, or says what becomes of the task.
 * Every database writes down exactly this.
 */
export function applyWrite(
  state: StoredTask,
  write: Write,
  { now, claims }: { now: number; claims: boolean },
): Applied {
  expectStanding(state, write);
  // A clock that is set back must not make the log run backwards.
  const updatedAt = Math.max(now, state.updatedAt);
  const runs = followRuns(state, write);
  const mail = placeMail(write.put ?? [], state.lastOrder, now);
  return {
    entries: placeEntries(write.entries, state.head, new Date(updatedAt).toISOString()),
    mail,
    next: {
      ...state,
      ...runs,
      status: write.status ?? runs.status,
      epoch: write.fence === true || claims ? state.epoch + 1 : state.epoch,
      node: claims && write.claim !== undefined ? write.claim : state.node,
      head: state.head + write.entries.length,
      lastOrder: state.lastOrder + mail.length,
      data: write.data === undefined ? state.data : mergedJSON(state.data, write.data),
      updatedAt,
    },
  };
}

function expectStanding({ key, epoch, openRun, head }: StoredTask, { expect }: Write): void {
  if (expect?.epoch !== undefined && expect.epoch !== epoch) throw fenced(key, expect.epoch, epoch);
  if (expect?.openRun !== undefined && expect.openRun !== openRun) {
    throw stale(key, `its open run is ${openRun}, the write expects ${expect.openRun}`);
  }
  if (expect?.head !== undefined && expect.head !== head) {
    throw stale(key, `its log has ${head} entries, the write expects ${expect.head}`);
  }
}

function followRuns(state: StoredTask, { entries }: Write): Pick<StoredTask, 'run' | 'openRun' | 'status'> {
  let { run, openRun, status } = state;
  for (const entry of entries) {
    if (entry.type === 'run-started') {
      if (openRun !== null) throw stale(state.key, `run ${openRun} is open, run ${entry.run} cannot start`);
      if (entry.run <= run) throw stale(state.key, `run ${run} has already started, run ${entry.run} cannot start`);
      run = openRun = entry.run;
      status = 'running';
    } else if (entry.type === 'run-ended') {
      if (openRun !== entry.run) throw stale(state.key, `its open run is ${openRun}, run ${entry.run} cannot end`);
      openRun = null;
      status = entry.outcome;
    }
  }
  return { run, openRun, status };
}

function placeEntries(entries: Write['entries'], head: number, at: string): LogEntry[] {
  return entries.map((entry, index) => ({ ...entry, seq: head + index + 1, at }));
}

function mergedJSON(data: string, changes: JSONObject): string {
  return JSON.stringify(mergeData(JSON.parse(data) as JSONObject, changes));
}
