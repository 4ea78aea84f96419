import type { Instance, JSONObject } from '@posthouse/protocol';
import type { DeletionOrigin, DeletionRecord } from './deletion-record.ts';
import type { SessionOwner } from './session.ts';
import type { Task, TaskKey } from './task.ts';
import type { Write } from './write/write.ts';

/** What is left of a deleted task: its owner, and what others must still be told. It contains no content. */
export type Tombstone = { key: TaskKey; owner: Instance; notices: JSONObject };

/**
 * Deleting. A task becomes a tombstone in one write; its content is erased in small steps, so that nobody else has
 * to wait. If a process dies, the next one continues.
 */
export interface Deletions {
  /**
   * Turns a task into a tombstone for 30 days: every write is fenced, and requests that name the task, or have its
   * key, are refused with `task_deleted`. A name that no task has gets one as well. Returns the task as it was, if
   * there was one. The tombstone keeps hashes of the idempotency keys that the task has seen, see {@link
   * Deletions.hasKey}.
   */
  bury(
    task: Write['task'],
    options?: {
      /** Refuses with `stale` if another run is open now. */
      expect?: { openRun: number | null };
      /** What others must be told about it, see {@link Deletions.due}. Opaque to the store. */
      notices?: JSONObject;
      /** Who deletes it, which is recorded in the same write: its owner by default. */
      origin?: DeletionOrigin | undefined;
    },
  ): Promise<Task | undefined>;
  /** Whether an idempotency key was used in a task of this owner that has a tombstone. */
  hasKey(owner: Instance, key: string): Promise<boolean>;
  /** Removes the tombstones of a task or a session, to restore it. */
  lift(what: { owner: Instance; taskId: string } | { owner: SessionOwner; sessionId: string }): Promise<void>;
  /**
   * Records that all data of an owner was deleted. From then on, records of their own deletions keep only a hash of
   * their name.
   */
  recordUser(owner: SessionOwner, origin: DeletionOrigin, counts: Record<string, number>): Promise<void>;
  /** What was deleted in the last 365 days, newest first. `before` is the id of the last one of the previous page. */
  records(options: { before?: number | undefined; limit: number }): Promise<DeletionRecord[]>;
  /** Erases a little of what tombstones have left, of these tasks first. Returns whether there is more to do now. */
  erase(first?: readonly TaskKey[]): Promise<boolean>;
  /**
   * Whether everything that was deleted so far, or the content of these tasks, is gone from the tables, and from the
   * files as far as the database can ensure it.
   */
  isErased(tasks?: readonly TaskKey[]): Promise<boolean>;
  /** Tombstones with notices that are due, which are then due again in a minute. */
  due(limit: number): Promise<Tombstone[]>;
  /** Postpones the notices, perhaps with other ones; without `later`, nobody is left to tell. */
  told(key: TaskKey, later?: { notices: JSONObject; due: number }): Promise<void>;
}
