import type { JSONObject } from '@posthouse/protocol';
import type { Task } from '../task.ts';

/**
 * A task as its row has it: what everybody sees, with time in milliseconds and `data` still as JSON, and what only the
 * store needs.
 */
export type StoredTask = Omit<Task, 'updatedAt' | 'data'> & {
  updatedAt: number;
  data: string;
  /** Place of the newest mail in the order of arrival; 0 before the first. */
  lastOrder: number;
  /** When the task next has something to do, in milliseconds since 1970; null while it has not. */
  wake: number | null;
};

/** The task as others see it. Reads `data` anew each time, so that what a caller does to it stays with the caller. */
export function toTask(state: StoredTask): Task {
  return {
    key: state.key,
    owner: { ...state.owner },
    taskId: state.taskId,
    status: state.status,
    run: state.run,
    openRun: state.openRun,
    epoch: state.epoch,
    head: state.head,
    node: state.node,
    data: JSON.parse(state.data) as JSONObject,
    createdAt: state.createdAt,
    updatedAt: new Date(state.updatedAt).toISOString(),
  };
}
