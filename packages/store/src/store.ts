import type {
  Instance,
  InstanceRole,
  JSONObject,
  JSONValue,
  LiveText,
  LogEntry,
  MAILMessage,
  NewEntry,
  PriorityTier,
} from '@posthouse/protocol';
import type { Archive } from './archive.ts';
import type { DeletionOrigin, DeletionRecord } from './deletion-record.ts';

/** The store's own name of a task. Clients choose task ids and may choose the same one; keys are never shared. */
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

/** Mail on its way into a mailbox; due at once unless it says otherwise. */
export type NewMail = Omit<Mail, 'order' | 'due'> & { due?: number };

/**
 * One turn of one agent. While open it is the journal from which the turn is continued after a crash; once done it is
 * history. `data` is the runtime's and opaque here.
 */
export type Turn = {
  agent: string;
  turn: number;
  run: number;
  done: boolean;
  /** Set on a turn that sums up all turns of the agent up to this number; history starts at the newest one. */
  summaryThrough?: number;
  data: JSONObject;
};

/** Everything that changes together. The store applies it whole or not at all. */
export type Write = {
  /** A key of an existing task, or an owner and id, in which case the task is made if it is not there. */
  task: TaskKey | { owner: Instance; taskId: string };
  /** An idempotency key, unique per task: a second write with it changes nothing and gives the first one's outcome. */
  once?: string;
  /**
   * Refuses with `task_deleted` a write that would make its task, if the key of `once` was used in a task of its owner that
   * was deleted: whoever sends something again must not bring back what a deletion took away.
   */
  unlessKeyDeleted?: true | undefined;
  /** Refuses the write unless the task still stands as the writer last saw it: `fenced` for epoch, `stale` for the rest. */
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
  /** Adds one to the epoch, which silences every writer but the one that reads it from the outcome. */
  fence?: true;
  /** Takes ownership for this node along with the write, and a new epoch, unless a living node has it (even this one). */
  claim?: string;
  /** What the write tells of was paid for: it is added to what the task's owner and swarm have spent. */
  spent?: NewSpending;
};

/** What model calls have used up. */
export type Spent = { calls: number; inputTokens: number; outputTokens: number; cost: number };

/**
 * Something that was spent: on which day (`2026-11-18`), and in which process. Each process adds to rows of its own, so that
 * nobody waits for anybody.
 */
export type NewSpending = Spent & { day: string; by: string };

/**
 * A model call that is about to go out: whose it is, and what it costs as far as anybody knows before it has been answered
 * (`usage`, which the store does not look into).
 */
export type BegunCall = { id: string; run: number; agent: string; turn: number; model: string; usage: JSONObject };

/** Whose spending is asked for: that of a whole swarm, or that of one of its callers. */
export type SpendingScope = { day: string; swarm: string; caller?: Pick<Instance, 'role' | 'id'> };

/** What was spent, by day, swarm and caller. Writes add to it; deleting what it was spent on takes nothing away. */
export interface Spendings {
  /** Forgets what a caller has spent, in all swarms and on all days. The sums of the swarms stay as they are. */
  forget(caller: Pick<Instance, 'role' | 'id'>): Promise<void>;
  /**
   * Notes a call before it goes out, so that it is known of should its process be killed. It is forgotten with the next
   * write that has a `usage` entry of its agent. Does not wait for the disk. False when nothing was noted, because the task
   * has another epoch by now.
   */
  begin(task: TaskKey, epoch: number, call: BegunCall): Promise<boolean>;
  /**
   * Adds what no write tells of, such as a call that was cut off. With `call`, only if that one is still noted: otherwise
   * somebody has told of it.
   */
  add(owner: Instance, spent: NewSpending, call?: { task: TaskKey; id: string }): Promise<void>;
  /** The sum; with `without`, apart from what that process has added. */
  sum(scope: SpendingScope, options?: { without?: string }): Promise<Spent>;
  /** The callers of a day, of one swarm or of all, dearest first. */
  list(
    scope: { day: string; swarm?: string; caller?: Pick<Instance, 'role' | 'id'> },
    limit: number,
  ): Promise<{ owner: Instance; spent: Spent }[]>;
}

/**
 * `task` as it stands after the write; `entries` with their places in the log; `mail` that was put, with its place in
 * the order; `repeated` when `once` was known: then the entries are the first write's and no mail was put.
 */
export type Committed = { task: Task; entries: LogEntry[]; mail: Mail[]; repeated: boolean };

/** Live text of a task. With an epoch, it is dropped once the task has another one, as a write would be refused. */
export type SavedLiveText = { task: TaskKey; epoch?: number; text: LiveText };

/**
 * Where everything is kept. A write is a value: the runtime decides, the store applies. Nobody outside holds a
 * transaction open.
 */
export interface Store extends AsyncDisposable {
  readonly records: Records;
  readonly sessions: Sessions;
  readonly transcripts: Transcripts;
  readonly spending: Spendings;
  readonly deletions: Deletions;
  readonly archive: Archive;
  /** Applies a write, in the order of the calls. It is durable once the promise resolves. */
  commit(write: Write): Promise<Committed>;
  /**
   * Keeps the text of running turns as written so far; replaces what was kept of the same part. Text of unknown tasks
   * and of turns that are recorded already is dropped. Never fails a turn, and does not wait for the disk.
   */
  saveLive(texts: SavedLiveText[]): Promise<void>;
  /**
   * The entries after a place in the log, at most `limit` of them and, if given, at most `maxBytes` of what is stored of
   * them, but always one; the text being written now; the log's end.
   */
  read(
    task: TaskKey,
    after: number,
    limit: number,
    maxBytes?: number,
  ): Promise<{ entries: LogEntry[]; live: LiveText[]; head: number }>;
  /**
   * Hints that a task changed, in this process or another. Lossy: subscribe before you read, and read again after. Live
   * text gives hints to other processes only; its own has it in memory. Ends with the signal and with the store.
   */
  changes(signal: AbortSignal): AsyncIterable<TaskKey>;
  /** Refused with `task_deleted` while the tombstone of a task of that name stands. */
  find(owner: Instance, taskId: string): Promise<Task | undefined>;
  /** The swarms that have tasks. */
  swarms(): Promise<string[]>;
  /**
   * Those of the next tasks, oldest first, that were last written to before a time, wait for nobody but a person and have
   * nothing to send. `next` is where to go on, until there is none.
   */
  aged(after: TaskKey | undefined, before: number): Promise<{ tasks: Task[]; next: TaskKey | undefined }>;
  /** Newest first. `before` is the key of the last task of the page before. */
  list(owner: Instance, before: TaskKey | undefined, limit: number): Promise<Task[]>;
  /** Paused tasks of a swarm, or of one of its callers, newest first. `before` is the key of the last one of the page before. */
  paused(
    scope: { swarm: string; caller?: Pick<Instance, 'role' | 'id'> },
    before: TaskKey | undefined,
    limit: number,
  ): Promise<Task[]>;
  /** What an owner needs to go on with a task: its mail, its unfinished turns, the text they had written, calls under way. */
  load(task: TaskKey): Promise<{ task: Task; mail: Mail[]; open: Turn[]; live: LiveText[]; begun: BegunCall[] }>;
  /** The turns that make up an agent's prompt: the newest summary, then every done turn it does not cover. */
  history(task: TaskKey, agent: string): Promise<Turn[]>;
  /** All done turns of the runs before `beforeRun`, of all agents, by run, then by turn. */
  turns(task: TaskKey, beforeRun: number): Promise<Turn[]>;
  /**
   * Takes over tasks of these swarms that have something to do and no living owner, longest waiting first. Adds one to
   * their epoch. Something to do: mail that is due; and unless the task is paused, an open turn or a running run.
   */
  claim(node: string, swarms: string[], max: number): Promise<Task[]>;
  /**
   * Gives a task up, unless it has something to do as `claim` understands it: then it answers false and the owner goes
   * on. Also false when the epoch is another one by now: load the task and see whose it is.
   */
  release(task: TaskKey, epoch: number): Promise<boolean>;
  /**
   * Keeps the node's lease alive. After 15 seconds without it, the next `claim` of another node frees all its tasks; a
   * node that was only slow can still write to those that nobody took. Refused when a newer program has changed the tables
   * in a way that this one does not know.
   */
  heartbeat(node: string): Promise<void>;
  /** The nodes that have a lease, living or not. */
  nodes(): Promise<string[]>;
  /** Ends the node's lease at once, so that its tasks can be claimed without waiting. */
  leave(node: string): Promise<void>;
}

/** What is left of a task that was deleted: whose it was, and what others are still to be told. No word of what it held. */
export type Tombstone = { key: TaskKey; owner: Instance; notices: JSONObject };

/**
 * Deleting. A task becomes a tombstone in one write; what it held is erased in small steps, so that nobody else has to
 * wait. Whatever a process that dies leaves undone, the next one finds.
 */
export interface Deletions {
  /**
   * Turns a task into a tombstone for 30 days: every writer is fenced, and whoever names it, or has its key, is refused
   * with `task_deleted`. A name that no task has gets one as well. Gives the task as it was, if there was one. The tombstone
   * keeps hashes of the idempotency keys that the task has seen, see {@link Deletions.hasKey}.
   */
  bury(
    task: Write['task'],
    options?: {
      /** Refuses with `stale` when another run is open by now. */
      expect?: { openRun: number | null };
      /** What others are to be told of it, see {@link Deletions.due}. Opaque to the store. */
      notices?: JSONObject;
      /** Who deletes it, which is recorded in the same write: its owner unless given. */
      origin?: DeletionOrigin | undefined;
    },
  ): Promise<Task | undefined>;
  /** Whether an idempotency key was used in a task of this owner whose tombstone stands. */
  hasKey(owner: Instance, key: string): Promise<boolean>;
  /** Takes the tombstones of a task or of a session away, for whoever brings back what they are of. */
  lift(what: { owner: Instance; taskId: string } | { owner: SessionOwner; sessionId: string }): Promise<void>;
  /** Records that everything of somebody was deleted. What they have deleted themselves says only a hash of who did from then on. */
  recordUser(owner: SessionOwner, origin: DeletionOrigin, counts: Record<string, number>): Promise<void>;
  /** What was deleted in the last 365 days, newest first. `before` is the id of the last one of the page before. */
  records(options: { before?: number | undefined; limit: number }): Promise<DeletionRecord[]>;
  /** Erases a little of what tombstones have left, of these tasks first. Whether there is more to do now. */
  erase(first?: readonly TaskKey[]): Promise<boolean>;
  /**
   * Whether all that was deleted so far, or what these tasks held, is gone from the tables, and from the files as far as the
   * database can see to it.
   */
  isErased(tasks?: readonly TaskKey[]): Promise<boolean>;
  /** Tombstones with notices that are due, which are then due again in a minute. */
  due(limit: number): Promise<Tombstone[]>;
  /** Puts the notices off, perhaps with other ones; or, without `later`, there is nobody left to tell. */
  told(key: TaskKey, later?: { notices: JSONObject; due: number }): Promise<void>;
}

/** A small thing kept beside tasks, by kind and id. `version` rises with every change of any record. */
export type StoredRecord = { id: string; value: JSONObject; version: number };

/**
 * What a server keeps beside tasks: tokens, swarms that were loaded, peers. Few and small; whoever needs them often keeps
 * a copy and asks for what is newer.
 */
export interface Records {
  get(kind: string, id: string): Promise<StoredRecord | undefined>;
  /** By id. With `after`, those that were put since that version. */
  list(kind: string, options?: { after?: number }): Promise<StoredRecord[]>;
  /** Makes or replaces a record. With `expect`, only if its version is that one, or 0 for none: `stale` otherwise. */
  put(kind: string, id: string, value: JSONObject, options?: { expect?: number }): Promise<StoredRecord>;
  /** Whether there was one. */
  delete(kind: string, id: string): Promise<boolean>;
}

/** Whose a chat session is. One person's sessions may be with different swarms, so no swarm belongs to it. */
export type SessionOwner = { role: InstanceRole; id: string };

/** A task that holds a part of a session's conversation; `from` says where it left another one. */
export type SessionBranch = {
  taskId: string;
  /** The conversation up to there: the runs of that task before this one. */
  from?: { taskId: string; beforeRun: number };
  /** Names the request that asked for it, so that the same request twice makes one branch. */
  by?: string;
};

/** What a session is when it is put: everything but what the store itself adds. */
export type NewSession = {
  owner: SessionOwner;
  /** Chosen by a client, and unique among the sessions of its owner. */
  id: string;
  /** Whom the session is with: the name of a swarm, or of another agent. */
  agent: string;
  title: string;
  /** The task at which the conversation is now, or its transcript. */
  taskId: string;
  /** Every task that it has been at, oldest first. */
  branches: SessionBranch[];
  /** What the chat keeps with it. Opaque to the store. */
  data: JSONObject;
  /** Whether something is left to do in it, so that it is found again after a restart. */
  unfinished?: true;
};

/** A chat session. `version` is another one after every put, and never comes back. */
export type Session = NewSession & { version: number; createdAt: string; updatedAt: string };

/** Chat sessions, by owner and id. Nothing here takes longer because others have sessions too. */
export interface Sessions {
  get(owner: SessionOwner, id: string): Promise<Session | undefined>;
  /**
   * Makes or replaces a session. With `expect`, only if its version is that one, or 0 for none: `stale` otherwise. With
   * `copy`, its transcript, which must be new, begins as a copy of another one: both are kept, or neither.
   */
  put(session: NewSession, options?: { expect?: number; copy?: TranscriptCopy }): Promise<Session>;
  /** Those that were put last come first. `before` is the version of the last session of the page before. */
  list(owner: SessionOwner, options: { before?: number; limit: number }): Promise<Session[]>;
  /** Those of all owners that were last put before a time, longest ago first. */
  aged(before: number, limit: number): Promise<Session[]>;
  /** Those of all owners in which something is left to do, longest waiting first. */
  unfinished(): Promise<Session[]>;
  /**
   * Whether there was one. Its transcript goes with the next steps of `Deletions.erase`. With `forGood` it leaves a
   * tombstone, so that nobody makes it again: `get` and `put` are refused with `task_deleted` for 30 days. It may have notices, as that
   * of a task may. `origin` says who deletes it for good, if that is not its owner.
   */
  delete(
    owner: SessionOwner,
    id: string,
    options?: {
      forGood?: boolean;
      notices?: JSONObject;
      origin?: DeletionOrigin | undefined;
      /** Refuses with `stale` when there is another version by now. */
      expect?: number;
    },
  ): Promise<boolean>;
}

/** The messages of a transcript up to a place, that one included. */
export type TranscriptCopy = { transcript: string; through: number };

/** Lines that are added to a message of a transcript. */
export type TranscriptWrite = {
  transcript: string;
  /** The place of the message in the conversation, counting from 1. */
  message: number;
  /** How many lines the message has; `stale` when that is not so. */
  after: number;
  /** With the first line: what the message is called. `stale` when another message of the transcript is called so. */
  id?: string;
  lines: readonly JSONValue[];
  /** `full` unless given. */
  durability?: Durability | undefined;
};

/** `full`: a write survives the loss of power. `normal`: it survives the death of the process, and is faster. */
export type Durability = 'full' | 'normal';

export type TranscriptLine = { message: number; seq: number; line: JSONValue };

/**
 * Conversations line by line, as they are written. Lines are only ever added, so that writing costs what is new, however
 * long a message is. What a line says is opaque to the store.
 */
export interface Transcripts {
  /** Durable once the promise resolves. */
  append(write: TranscriptWrite): Promise<void>;
  /** The lines of a message behind a place, at most `limit` of them and, if given, `maxBytes`, but always one. */
  read(
    transcript: string,
    message: number,
    options: { after: number; limit: number; maxBytes?: number },
  ): Promise<TranscriptLine[]>;
  /** All lines of the messages from one to another, both included. */
  messages(transcript: string, from: number, to: number): Promise<TranscriptLine[]>;
  /** The place of the message of that id. */
  find(transcript: string, id: string): Promise<number | undefined>;
  /** The place of the newest message; 0 when there is none. */
  head(transcript: string): Promise<number>;
}
