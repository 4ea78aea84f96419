import type { Instance, JSONObject, LogEntry, NewEntry } from '@posthouse/protocol';
import type { NewSpending } from '../spending.ts';
import type { Mail, NewMail, Task, TaskKey, TaskStatus, Turn } from '../task.ts';

/** Everything that changes together. The store applies it whole or not at all. */
export type Write = {
  /** The key of an existing task, or an owner and id; then the task is created if it does not exist. */
  task: TaskKey | { owner: Instance; taskId: string };
  /**
   * An idempotency key, unique per task: a second write with it changes nothing and returns the first one's outcome.
   */
  once?: string;
  /**
   * Refuses with `task_deleted` a write that would create its task, if the key of `once` was used in a deleted task
   * of the same owner: a repeated request must not bring back what was deleted.
   */
  unlessKeyDeleted?: true | undefined;
  /**
   * Refuses the write unless the task is still as the writer last saw it: `fenced` for the epoch, `stale` for the
   * rest.
   */
  expect?: { epoch?: number; openRun?: number | null; head?: number };
  /**
   * `run-started` and `run-ended` among them open and close the task's run: `stale` when another run is open, or the
   * run is not newer than the newest, or not the open one. `text-abandoned` and `run-ended` end the live text they are
   * about, and so do `text-abandoned` and `text-written` that are told as `remote`.
   */
  entries: NewEntry[];
  /** Ids of mail taken out of the mailboxes; `stale` when one is gone already. An id taken may be put again. */
  take?: string[];
  put?: NewMail[];
  /** Replaces the rows of the same agent and turn; ends the agent's live text up to that turn. */
  turns?: Turn[];
  /** Without it, `run-started` makes the task running and `run-ended` gives it the run's outcome. */
  status?: TaskStatus;
  /** Merged into the task's data; null removes a key. */
  data?: JSONObject;
  /** Adds one to the epoch, which fences every writer but the one that reads it from the outcome. */
  fence?: true;
  /** Also takes ownership for this node, with a new epoch, unless a living node has it (even this one). */
  claim?: string;
  /** What the write cost: it is added to what the task's owner and swarm have spent. */
  spent?: NewSpending;
};

/**
 * `task` after the write; `entries` with their places in the log; `mail` that was put, with its place in the order;
 * `repeated` if `once` was known: then the entries are the first write's and no mail was put.
 */
export type Committed = { task: Task; entries: LogEntry[]; mail: Mail[]; repeated: boolean };

/** Which part of the log a write with an idempotency key wrote: so many entries behind `head`. */
export type WrittenOnce = { head: number; entries: number };
