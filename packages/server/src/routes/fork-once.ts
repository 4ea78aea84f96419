import { newId, PosthouseError } from '@posthouse/protocol';
import type { Office } from '@posthouse/runtime';
import { toTaskId } from './idempotency.ts';

/**
 * Somebody goes on from an earlier answer: the task as it was then goes on beside the one that there is. The same key twice
 * is one fork.
 */
export async function forkOnce(
  office: Office,
  { taskId, beforeRun, key }: { taskId: string; beforeRun: number; key: string | undefined },
): Promise<string> {
  const newTaskId = key === undefined ? newId() : toTaskId(key, office.owner);
  try {
    return await office.fork(taskId, { beforeRun, newTaskId });
  } catch (error) {
    // The same request came before.
    if (key !== undefined && PosthouseError.isInstance(error) && error.code === 'task_exists') return newTaskId;
    throw error;
  }
}

/** The task in which to go on behind a run: the task itself, or a fork of it if it has gone on since. */
export async function toTaskBehind(
  office: Office,
  { taskId, afterRun, key }: { taskId: string; afterRun: number; key: string | undefined },
): Promise<string> {
  const task = await office.task(taskId);
  if (task === undefined || task.run <= afterRun) return taskId;
  // A message that is sent again has moved the task on itself.
  if (key !== undefined && (await office.posted(taskId, key)) !== undefined) return taskId;
  return forkOnce(office, { taskId, beforeRun: afterRun + 1, key });
}
