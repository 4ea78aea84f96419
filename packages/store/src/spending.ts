import type { Instance, JSONObject } from '@posthouse/protocol';
import type { TaskKey } from './task.ts';

/** What model calls have used. */
export type Spent = { calls: number; inputTokens: number; outputTokens: number; cost: number };

/**
 * Something that was spent: on which day (`2026-11-18`), and in which process. Each process adds to its own rows, so
 * that no process waits for another.
 */
export type NewSpending = Spent & { day: string; by: string };

/**
 * A model call that is about to be sent: whose it is, and what it costs as far as known before the answer (`usage`,
 * opaque to the store).
 */
export type BegunCall = { id: string; run: number; agent: string; turn: number; model: string; usage: JSONObject };

/** Whose spending is asked for: a whole swarm, or one of its callers. */
export type SpendingScope = { day: string; swarm: string; caller?: Pick<Instance, 'role' | 'id'> };

/** What was spent, by day, swarm and caller. Writes add to it; deleting a task does not change it. */
export interface Spendings {
  /** Forgets what a caller has spent, in all swarms and on all days. The sums of the swarms stay as they are. */
  forget(caller: Pick<Instance, 'role' | 'id'>): Promise<void>;
  /**
   * Notes a call before it is sent, so that it is known if its process is killed. The next write with a `usage`
   * entry of its agent removes the note. Does not wait for the disk. False if nothing was noted, because the task's
   * epoch has changed.
   */
  begin(task: TaskKey, epoch: number, call: BegunCall): Promise<boolean>;
  /**
   * Adds what no write contains, such as a call that was cut off. With `call`, only if that one is still noted:
   * otherwise it has been added already.
   */
  add(owner: Instance, spent: NewSpending, call?: { task: TaskKey; id: string }): Promise<void>;
  /** The sum; with `without`, apart from what that process has added. */
  sum(scope: SpendingScope, options?: { without?: string }): Promise<Spent>;
  /** The callers of a day, in one swarm or in all, highest cost first. */
  list(
    scope: { day: string; swarm?: string; caller?: Pick<Instance, 'role' | 'id'> },
    limit: number,
  ): Promise<{ owner: Instance; spent: Spent }[]>;
}
