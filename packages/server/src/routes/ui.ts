import { PosthouseError, type UITask } from '@posthouse/protocol';
import { readWholeLog, type Task } from '@posthouse/store';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { readJSON } from '../app/read-json.ts';
import { uiRoutes } from '../openapi/ui-routes.ts';
import { answerPost } from './answer-post.ts';
import { listTasks } from './list-tasks.ts';
import { readTaskRecord, toTaskTitle, withOpenData } from './read-task-record.ts';
import { toPostPlan } from './to-post-plan.ts';

/** What MAIL's user interface asks for. Everything is the caller's own. */
export function addUIRoutes(parts: AppParts): void {
  const { app, on, served, gate } = parts;
  const instanceOf = (c: Context<AppEnv>) => served.instance(c.get('caller'), c.req.query('swarm'));
  const taskOf = async (c: Context<AppEnv>, taskId: string): Promise<Task> => {
    const task = await instanceOf(c).task(taskId);
    if (task !== undefined) return task;
    throw new PosthouseError({ code: 'task_not_found', message: `Task '${taskId}' not found` });
  };
  const readUITask = async (task: Task): Promise<UITask> => {
    const { taskId, taskOwner, isRunning, completed, startTime, title, events } = await readTaskRecord(
      served.store,
      task,
    );
    return { taskId, taskOwner, isRunning, completed, startTime, title, events: withOpenData(events) };
  };
  // Also where there is no route.
  app.use('/ui/*', gate.user);

  on(uiRoutes.listAgents, (c) => {
    const { agents, entrypoint } = served.definition(c.req.query('swarm'));
    const listed = agents.map(({ name, commTargets, enableEntrypoint, canCompleteTasks, enableInterswarm }) => ({
      name,
      commTargets: [...commTargets],
      enableEntrypoint,
      canCompleteTasks,
      enableInterswarm,
    }));
    return { agents: listed, entrypoint };
  });

  on(uiRoutes.postUIMessage, async (c) => {
    const plan = toPostPlan(await readJSON(c), { streams: true });
    return answerPost(c, parts, { ...plan, showEvents: true });
  });

  on(uiRoutes.listUITasks, async (c) => {
    const tasks = await listTasks(instanceOf(c), c.req.query());
    const records = await Promise.all(tasks.map(readUITask));
    const list = records.map(({ events, ...task }) => ({ ...task, eventCount: events.length }));
    return list;
  });

  on(uiRoutes.getUITask, async (c) => {
    const task = await readUITask(await taskOf(c, c.req.param('task_id')));
    return task;
  });

  on(uiRoutes.getUITaskTitle, async (c) => {
    const task = await taskOf(c, c.req.param('task_id'));
    const title = toTaskTitle(await readWholeLog(served.store, task.key)) ?? '<no messages>';
    return { taskId: task.taskId, title };
  });

  on(uiRoutes.dumpEvents, async (c) => {
    const tasks = await listTasks(instanceOf(c), c.req.query());
    const records = await Promise.all(tasks.map(readUITask));
    const events = records.flatMap(({ taskId, events: list }) =>
      list.map(({ event, id, data }) => ({ taskId, eventType: event, eventId: id ?? null, data })),
    );
    return { message: `Dumped ${events.length} events`, eventCount: events.length, events };
  });
}
