import {
  PosthouseError,
  uiAgentsWire,
  uiEventDumpWire,
  type UITask,
  uiTaskListWire,
  uiTaskTitleWire,
  uiTaskWire,
} from '@posthouse/protocol';
import { readWholeLog, type Task } from '@posthouse/store';
import type { Context } from 'hono';
import type { AppEnv } from '../app/app-env.ts';
import type { AppParts } from '../app/create-app.ts';
import { readJSON } from '../app/read-json.ts';
import { answerPost } from './answer-post.ts';
import { listTasks } from './list-tasks.ts';
import { readTaskRecord, withOpenData } from './read-task-record.ts';
import { toPostPlan } from './to-post-plan.ts';
import { toTaskTitle } from './to-task-title.ts';

/** What MAIL's user interface asks for. Everything is the caller's own. */
export function addUIRoutes(parts: AppParts): void {
  const { app, house, gate } = parts;
  const officeOf = (c: Context<AppEnv>) => house.office(c.get('caller'), c.req.query('swarm'));
  const taskOf = async (c: Context<AppEnv>, taskId: string): Promise<Task> => {
    const task = await officeOf(c).task(taskId);
    if (task !== undefined) return task;
    throw new PosthouseError({ code: 'task_not_found', message: `Task '${taskId}' not found` });
  };
  const readUITask = async (task: Task): Promise<UITask> => {
    const { taskId, taskOwner, isRunning, completed, startTime, title, events } = await readTaskRecord(
      house.store,
      task,
    );
    return { taskId, taskOwner, isRunning, completed, startTime, title, events: withOpenData(events) };
  };
  app.use('/ui/*', gate.user);

  app.get('/ui/agents', (c) => {
    const { agents, entrypoint } = house.definition(c.req.query('swarm'));
    const listed = agents.map(({ name, commTargets, enableEntrypoint, canCompleteTasks, enableInterswarm }) => ({
      name,
      commTargets: [...commTargets],
      enableEntrypoint,
      canCompleteTasks,
      enableInterswarm,
    }));
    return c.json(uiAgentsWire.emitTrusted({ agents: listed, entrypoint }));
  });

  app.post('/ui/message', async (c) => {
    const plan = toPostPlan(await readJSON(c), { streams: true });
    return answerPost(c, parts, { ...plan, showEvents: true });
  });

  app.get('/ui/tasks', async (c) => {
    const tasks = await listTasks(officeOf(c), c.req.query());
    const records = await Promise.all(tasks.map(readUITask));
    const list = records.map(({ events, ...task }) => ({ ...task, eventCount: events.length }));
    return c.json(uiTaskListWire.emitTrusted(list));
  });

  app.get('/ui/task/:task_id', async (c) => {
    const task = await readUITask(await taskOf(c, c.req.param('task_id')));
    return c.json(uiTaskWire.emitTrusted(task));
  });

  app.get('/ui/task-summary/:task_id', async (c) => {
    const task = await taskOf(c, c.req.param('task_id'));
    const title = toTaskTitle(await readWholeLog(house.store, task.key)) ?? '<no messages>';
    return c.json(uiTaskTitleWire.emitTrusted({ taskId: task.taskId, title }));
  });

  app.get('/ui/dump-events', async (c) => {
    const tasks = await listTasks(officeOf(c), c.req.query());
    const records = await Promise.all(tasks.map(readUITask));
    const events = records.flatMap(({ taskId, events: list }) =>
      list.map(({ event, id, data }) => ({ taskId, eventType: event, eventId: id ?? null, data })),
    );
    return c.json(
      uiEventDumpWire.emitTrusted({ message: `Dumped ${events.length} events`, eventCount: events.length, events }),
    );
  });
}
