import type { Instance, JSONValue, LiveText, LogEntry } from '@posthouse/protocol';
import type { Session } from './session.ts';
import type { Mail, Task, TaskKey, Turn } from './task.ts';
import type { Write } from './write/write.ts';

/** A task at one moment, without its log and without the turns of finished runs, which no longer change. */
export type TaskSnapshot = { task: Task; mail: Mail[]; live: LiveText[]; turns: Turn[] };

/** A name that clients choose. PostgreSQL keeps only the digest of one that is too long for an index. */
export type KeptName = string | { digest: string };

/** An idempotency key that was used: so many entries behind `head` came of it. */
export type UsedKey = { name: KeptName; head: number; entries: number };

/** A line of a transcript; the first one of a message has its id. */
export type ArchivedLine = { message: number; seq: number; id?: KeptName; line: JSONValue };

/** Some of a task's content, on its way into another store. */
export type TaskPart = { entries?: LogEntry[]; turns?: Turn[]; mail?: Mail[]; keys?: UsedKey[] };

/** A copied task, without its content. */
export type CopiedTask = Pick<Task, 'status' | 'run' | 'openRun' | 'head' | 'data' | 'createdAt' | 'updatedAt'>;

/** How much to read at once: this many, and this much of their text, but always one. */
export type PageSize = { limit: number; maxBytes: number };

/** Which turns to read: those of runs before one, after a place. */
export type TurnPage = PageSize & { beforeRun: number; after?: Pick<Turn, 'agent' | 'turn'> | undefined };

/**
 * Copying data out of a store and into one, in pieces, so that a long log is never in memory whole. Nobody sees a
 * copy until it is finished; a copy that is not finished within a day is erased.
 */
export interface Archive {
  snapshot(task: TaskKey): Promise<TaskSnapshot>;
  /** Done turns of the runs before one, by agent and number, after a place. */
  turns(task: TaskKey, page: TurnPage): Promise<Turn[]>;
  /** Idempotency keys of a task in some order, after the last one of the previous page. */
  keys(task: TaskKey, options: { after?: KeptName | undefined; limit: number }): Promise<UsedKey[]>;
  /** Lines of a transcript after a place. */
  lines(
    transcript: string,
    options: PageSize & { after?: Pick<ArchivedLine, 'message' | 'seq'> | undefined },
  ): Promise<ArchivedLine[]>;

  /** Begins to copy a task into this store. */
  beginTask(owner: Instance): Promise<TaskKey>;
  addToTask(copy: TaskKey, part: TaskPart): Promise<void>;
  /**
   * Makes a copy a task like any other, and applies a write to it, all at once. Nothing wakes it: it has nothing to do until
   * somebody writes to it. Refused with `task_exists` or `task_deleted`.
   */
  finishTask(
    copy: TaskKey,
    name: { owner: Instance; taskId: string },
    options: { task: CopiedTask; write?: Omit<Write, 'task'> | undefined },
  ): Promise<Task>;

  /** Begins to copy a transcript, under a new name. */
  beginTranscript(name: string): Promise<TaskKey>;
  addToTranscript(name: string, lines: readonly ArchivedLine[]): Promise<void>;
  /** Puts a session as it was, with its transcript if one was copied. Refused with `task_exists` or `task_deleted`. */
  finishSession(session: Omit<Session, 'version'>, transcript?: TaskKey): Promise<void>;

  /** Gives a copy up. It is erased in the next steps of `Deletions.erase`. */
  drop(copy: TaskKey): Promise<void>;
}
