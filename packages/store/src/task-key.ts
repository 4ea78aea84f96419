import { taskNotFound } from './refusals.ts';
import type { TaskKey } from './task.ts';

const canonical = /^[1-9]\d{0,15}$/;

/** Whether a text could be a key of this store. */
export function isTaskKey(text: string): text is TaskKey {
  return canonical.test(text);
}

/** The row that a key names. A text that was never a key names no task. */
export function toTaskNumber(key: TaskKey): number {
  if (!isTaskKey(key)) throw taskNotFound(key);
  return Number(key);
}

export function toTaskKey(id: number): TaskKey {
  return String(id);
}
