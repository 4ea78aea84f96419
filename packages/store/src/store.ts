import type { Instance, LiveText, LogEntry } from '@posthouse/protocol';
import type { Archive } from './archive.ts';
import type { Deletions } from './deletions.ts';
import type { Records } from './records.ts';
import type { Sessions } from './session.ts';
import type { BegunCall, Spendings } from './spending.ts';
import type { Mail, SavedLiveText, Task, TaskKey, Turn } from './task.ts';
import type { Transcripts } from './transcript.ts';
import type { Committed, Write } from './write/write.ts';

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
  /** Refused with `task_deleted` while a task of that name has a tombstone. */
  find(owner: Instance, taskId: string): Promise<Task | undefined>;
  /** The swarms that have tasks. */
  swarms(): Promise<string[]>;
  /**
   * Those of the next tasks, oldest first, that were last written to before a time, wait for nobody but a person and
   * have nothing to send. `next` is where to continue, until there is none.
   */
  aged(after: TaskKey | undefined, before: number): Promise<{ tasks: Task[]; next: TaskKey | undefined }>;
  /** Newest first. `before` is the key of the last task of the previous page. */
  list(owner: Instance, before: TaskKey | undefined, limit: number): Promise<Task[]>;
  /** Paused tasks of a swarm, or of one of its callers, newest first. `before` is the key of the last one of the previous page. */
  paused(
    scope: { swarm: string; caller?: Pick<Instance, 'role' | 'id'> },
    before: TaskKey | undefined,
    limit: number,
  ): Promise<Task[]>;
  /** What an owner needs to continue a task: its mail, its unfinished turns, the text they had written, calls in progress. */
  load(task: TaskKey): Promise<{ task: Task; mail: Mail[]; open: Turn[]; live: LiveText[]; begun: BegunCall[] }>;
  /** The turns that make up an agent's prompt: the newest summary, then every done turn it does not cover. */
  history(task: TaskKey, agent: string): Promise<Turn[]>;
  /** All done turns of the runs before `beforeRun`, of all agents, by run, then by turn. */
  turns(task: TaskKey, beforeRun: number): Promise<Turn[]>;
  /**
   * Takes over tasks of these swarms that have something to do and no living owner, longest waiting first. Adds one
   * to their epoch. Something to do is mail that is due or, unless the task is paused, an open turn or a running
   * run.
   */
  claim(node: string, swarms: string[], max: number): Promise<Task[]>;
  /**
   * Gives a task up, unless it has something to do as `claim` defines it: then it returns false and the owner
   * continues. Also false if the epoch has changed: load the task to see who owns it.
   */
  release(task: TaskKey, epoch: number): Promise<boolean>;
  /**
   * Keeps the node's lease alive. After 15 seconds without it, the next `claim` of another node frees all its tasks;
   * a node that was only slow can still write to tasks that nobody took. Refused if a newer version has changed the
   * tables in a way that this one does not know.
   */
  heartbeat(node: string): Promise<void>;
  /** The nodes that have a lease, living or not. */
  nodes(): Promise<string[]>;
  /** Ends the node's lease at once, so that its tasks can be claimed without waiting. */
  leave(node: string): Promise<void>;
}
