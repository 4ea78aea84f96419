import { PosthouseError } from '@posthouse/protocol';
import type { SwarmInstance } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';

/** A task of the caller; tasks of others are answered like tasks that do not exist. */
export async function findTask(instance: SwarmInstance, taskId: string): Promise<Task> {
  const task = await instance.task(taskId);
  if (task !== undefined) return task;
  throw new PosthouseError({ code: 'task_not_found', message: `task '${taskId}' not found` });
}
