import { newId, PosthouseError } from '@posthouse/protocol';
import type { SwarmInstance } from '@posthouse/runtime';
import type { Store } from '@posthouse/store';
import { toTaskId } from './idempotency.ts';
import { readSince } from './read-since.ts';

type ForkOptions = { taskId: string; key: string | undefined; beforeRun: number };

/**
 * Somebody goes on from an earlier answer: the task as it was then goes on beside the one that there is. The same key twice
 * is one fork.
 */
export async function forkOnce(instance: SwarmInstance, { taskId, beforeRun, key }: ForkOptions): Promise<string> {
  const newTaskId = key === undefined ? newId() : toTaskId(key, instance.owner);
  try {
    return await instance.fork(taskId, { beforeRun, newTaskId });
  } catch (error) {
    // The same request came before.
    if (key !== undefined && PosthouseError.isInstance(error) && error.code === 'task_exists') return newTaskId;
    throw error;
  }
}

/** Where in a task somebody goes on: behind an entry of its log, or before a run. */
export type TaskPlace = { after: number } | { beforeRun: number };

/** The task in which to continue from a place: the task itself, or a fork of it if it has continued since. */
export async function toTaskAt(
  { instance, store, key }: { instance: SwarmInstance; store: Store; key: string | undefined },
  taskId: string,
  place: TaskPlace,
): Promise<string> {
  const task = await instance.task(taskId);
  if (task === undefined) return taskId;
  if ('beforeRun' in place) return forkOnce(instance, { taskId, ...place, key });
  // A message that is sent again has moved the task on itself.
  if (key !== undefined && (await instance.posted(taskId, key)) !== undefined) return taskId;
  const { run, isLeft } = await readSince(store, task, { seq: place.after });
  if (isLeft) throw movedOn(taskId, run);
  return run < task.run ? forkOnce(instance, { taskId, beforeRun: run + 1, key }) : taskId;
}

/** Nobody can go on in the middle of a run that went another way. */
function movedOn(taskId: string, run: number): PosthouseError {
  return new PosthouseError({
    code: 'task_moved_on',
    message: `task '${taskId}' has received more in run ${run} since; continue from before that run, and send again what it should know`,
  });
}
