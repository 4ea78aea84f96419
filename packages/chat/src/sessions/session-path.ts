import type { Session } from '@posthouse/store';

/** A stretch of a conversation: the runs of one task, all of them or those before one. */
type Stretch = { taskId: string; beforeRun?: number };

/**
 * The conversation as it stands now, from its beginning: what each task has of it. A branch begins where it left the task
 * it comes from, and so on back to the first one.
 */
export function toPath({ taskId, branches }: Pick<Session, 'taskId' | 'branches'>): Stretch[] {
  const known = new Map(branches.map((branch) => [branch.taskId, branch]));
  const path: Stretch[] = [{ taskId }];
  // Every branch can come up once only, so that not even a broken record leads in circles.
  for (let steps = 0; steps < branches.length; steps += 1) {
    const from = known.get(path[0]!.taskId)?.from;
    if (from === undefined) break;
    path.unshift({ taskId: from.taskId, beforeRun: from.beforeRun });
  }
  // A task that was left before its first run holds nothing of it.
  return path.filter(({ beforeRun }) => beforeRun === undefined || beforeRun > 1);
}
