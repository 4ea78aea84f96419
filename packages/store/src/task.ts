import type { Instance, JSONObject, LiveText, MAILMessage, PriorityTier } from '@posthouse/protocol';

/** The store's own name of a task. Clients choose task ids, and two may choose the same one; keys are never shared. */
export type TaskKey = string;

export type TaskStatus = 'running' | 'paused' | 'complete' | 'error' | 'cancelled';

export type Task = {
  key: TaskKey;
  owner: Instance;
  taskId: string;
  status: TaskStatus;
  /** Number of the newest run, counting from 1; 0 before the first. */
  run: number;
  /** The run that has started and not ended, if any. */
  openRun: number | null;
  /** Rises when ownership changes and when a run is fenced; a write that expects another epoch is refused. */
  epoch: number;
  /** `seq` of the newest entry; 0 before the first. */
  head: number;
  /** The process that runs the task's turns now, if any. */
  node: string | null;
  /** What the runtime keeps about the task as a whole: contributors, title, limits. Opaque to the store. */
  data: JSONObject;
  createdAt: string;
  updatedAt: string;
};

/** A message that waits in a mailbox. */
export type Mail = {
  /** Unique among the mail that waits in the task: a message to three agents is three mails with three ids. */
  id: string;
  /** The mailbox: an agent's name, or `@swarm` for mail on its way to a peer. */
  mailbox: string;
  tier: PriorityTier;
  /** Order of arrival within the task. */
  order: number;
  /** Milliseconds since 1970; the mail is not delivered before. */
  due: number;
  /** The run it belongs to, or null while it waits to start the next one. */
  run: number | null;
  message: MAILMessage;
};

/** Mail on its way into a mailbox; due at once by default. */
export type NewMail = Omit<Mail, 'order' | 'due'> & { due?: number };

/**
 * One turn of one agent. While open, it is the journal from which the turn is continued after a crash; once done, it
 * is history. `data` belongs to the runtime and is opaque here.
 */
export type Turn = {
  agent: string;
  turn: number;
  run: number;
  done: boolean;
  /** Set on a turn that summarizes all turns of the agent up to this number; history starts at the newest one. */
  summaryThrough?: number;
  data: JSONObject;
};

/** Live text of a task. With an epoch, it is dropped once the task has another one, as a write would be refused. */
export type SavedLiveText = { task: TaskKey; epoch?: number; text: LiveText };
