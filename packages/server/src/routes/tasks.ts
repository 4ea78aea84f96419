import { invalidInput, type TaskRecord } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { readGetBody } from '../app/read-get-body.ts';
import { readJSON, toObject } from '../app/read-json.ts';
import { taskRoutes } from '../openapi/task-routes.ts';
import { answerPost } from './answer-post.ts';
import { findTask } from './find-task.ts';
import { listTasks } from './list-tasks.ts';
import { readTaskRecord, toQueued } from './read-task-record.ts';
import { toAnswers } from './to-answers.ts';
import { toDelivery } from './to-post-plan.ts';
import { toFlag } from './query-values.ts';

/** How long whoever deletes something waits until nothing is left of it; it goes on afterwards. */
const ERASING_MS = 5_000;

/** `/tasks`, `/task` and what can be done to a task. */
export function addTaskRoutes(parts: AppParts): void {
  const { on, served, logger } = parts;
  const instanceOf = (c: Context<AppEnv>) => served.instance(c.get('caller'), c.req.query('swarm'));
  const readRecord = async (task: Task): Promise<TaskRecord> => {
    const record = await readTaskRecord(served.store, task);
    return { ...record, ...toQueued(served.engine.queue.placeOf(task.key)) };
  };
  const answerTask = async (c: Context<AppEnv>, taskId: string) => {
    const task = await findTask(instanceOf(c), taskId);
    return readRecord(task);
  };

  on(taskRoutes.listTasks, async (c) => {
    const list: [string, TaskRecord][] = [];
    for (const task of await listTasks(instanceOf(c), c.req.query())) {
      list.push([task.taskId, await readRecord(task)]);
    }
    return Object.fromEntries(list);
  });

  on(taskRoutes.getTaskByQuery, async (c) => answerTask(c, c.req.query('task_id') ?? (await toTaskIdOfBody(c))));

  on(taskRoutes.getTask, async (c) => answerTask(c, c.req.param('task_id')));

  on(taskRoutes.deleteTask, async (c) => {
    const taskId = c.req.param('task_id');
    const { forks, keys } = await instanceOf(c).delete(taskId, { forks: toFlag('forks', c.req.query('forks')) });
    const erased = await served.engine.sweeper.erased(AbortSignal.timeout(ERASING_MS), keys);
    logger.info('a task was deleted', {
      caller: c.get('caller').id,
      requestId: c.get('requestId'),
      forks: forks.length,
    });
    return { task_id: taskId, deleted: true as const, erased, forks };
  });

  on(taskRoutes.cancelTask, async (c) => {
    const taskId = c.req.param('task_id');
    const instance = instanceOf(c);
    await findTask(instance, taskId);
    await instance.cancel(taskId);
    const { status } = await findTask(instance, taskId);
    return { taskId, status };
  });

  on(taskRoutes.resumeTask, async (c) => {
    const taskId = c.req.param('task_id');
    const { results, stream = false } = await readJSON(c);
    if (results === undefined || results === null) throw invalidInput('results are required');
    if (typeof stream !== 'boolean' && stream !== 'tokens' && stream !== 'tellings')
      throw invalidInput('stream must be true, false, "tokens" or "tellings"');
    await findTask(instanceOf(c), taskId);
    const swarm = c.req.query('swarm');
    return answerPost(c, parts, {
      swarm,
      delivery: toDelivery(stream),
      showEvents: false,
      resumes: taskId,
      work: { answers: toAnswers(results) },
    });
  });
}

async function toTaskIdOfBody(c: Context<AppEnv>): Promise<string> {
  const text = await readGetBody(c);
  const { task_id: taskId } = text === '' ? {} : toObject(text);
  if (taskId === undefined || taskId === null || taskId === '') throw invalidInput('task_id is required');
  if (typeof taskId !== 'string') throw invalidInput('task_id must be a string');
  return taskId;
}
