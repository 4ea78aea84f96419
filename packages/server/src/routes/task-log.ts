import { invalidInput } from '@posthouse/protocol';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { readJSON } from '../app/read-json.ts';
import { taskLogRoutes } from '../openapi/task-log-routes.ts';
import { findTask } from './find-task.ts';
import { toNumber } from './query-values.ts';

const MAX_PAGE_ENTRIES = 1000;
/** About so much of a log is read at once; a larger entry comes alone. */
const MAX_PAGE_BYTES = 1024 * 1024;

/** `/tasks/:task_id/log`, the log as it is kept, and `/tasks/:task_id/fork`. */
export function addTaskLogRoutes({ on, served }: AppParts): void {
  const instanceOf = (c: Context<AppEnv>) => served.instance(c.get('caller'), c.req.query('swarm'));

  on(taskLogRoutes.readTaskLog, async (c) => {
    const after = toNumber('after', c.req.query('after') ?? '0');
    const limit = toNumber('limit', c.req.query('limit') ?? String(MAX_PAGE_ENTRIES));
    if (limit < 1 || limit > MAX_PAGE_ENTRIES) {
      throw invalidInput(`limit must be a number from 1 to ${MAX_PAGE_ENTRIES}`);
    }
    const task = await findTask(instanceOf(c), c.req.param('task_id'));
    const { entries, head } = await served.store.read(task.key, after, limit, MAX_PAGE_BYTES);
    return { task_id: task.taskId, status: task.status, head, entries };
  });

  on(taskLogRoutes.forkTask, async (c) => {
    const taskId = c.req.param('task_id');
    const instance = instanceOf(c);
    const body = await readJSON(c);
    // Before anything is said about the request: to others, the task is not there.
    await findTask(instance, taskId);
    const { beforeRun, newTaskId } = taskLogRoutes.forkTask.body.parse(body);
    const forked = await instance.fork(taskId, { beforeRun, newTaskId });
    return { taskId: forked, forkedFrom: taskId };
  });
}
