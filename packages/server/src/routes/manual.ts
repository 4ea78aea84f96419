import { manualPostWire, manualStepResultWire, manualStepWire, manualTaskWire } from '@posthouse/protocol';
import { Office } from '@posthouse/runtime';
import type { Context } from 'hono';
import type { AppEnv } from '../app/app-env.ts';
import type { AppParts } from '../app/create-app.ts';
import { readJSON } from '../app/read-json.ts';
import { findTask } from './find-task.ts';

/** Manual mode: messages that wake nobody, and turns that are taken when somebody says so. */
export function addManualRoutes({ app, house, gate }: AppParts): void {
  const officeOf = (c: Context<AppEnv>, swarm: string | undefined): Office => {
    const { definition, owner } = house.office(c.get('caller'), swarm);
    return new Office(definition, owner, house.engine, 'manual');
  };

  app.post('/manual', gate.user, async (c) => {
    const { swarm, ...post } = manualPostWire.parse(await readJSON(c)).value;
    const { taskId } = await officeOf(c, swarm).submit(post);
    return c.json(manualTaskWire.emitTrusted({ taskId }));
  });

  app.post('/tasks/:task_id/step', gate.user, async (c) => {
    const taskId = c.req.param('task_id');
    const office = officeOf(c, c.req.query('swarm'));
    const body = await readJSON(c);
    // Before anything is said about the request: to others, the task is not there.
    await findTask(office, taskId);
    const options = manualStepWire.parse(body).value;
    const key = c.req.header('idempotency-key');
    const { run, stepId, status, text } = await office.manualStep({
      ...options,
      taskId,
      signal: c.req.raw.signal,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    });
    return c.json(manualStepResultWire.emitTrusted({ taskId, run, stepId, status, text }));
  });
}
