import {
  manualPostWire,
  manualProposalWire,
  manualStepResultWire,
  manualStepWire,
  manualTaskWire,
} from '@posthouse/protocol';
import { Office } from '@posthouse/runtime';
import type { Context } from 'hono';
import type { AppEnv } from '../app/app-env.ts';
import type { AppParts } from '../app/create-app.ts';
import { readJSON } from '../app/read-json.ts';
import { findTask } from './find-task.ts';

/** Manual mode: messages that wake nobody, and turns that are taken when somebody says so. */
export function addManualRoutes({ app, house, gate, director }: AppParts): void {
  const officeOf = (c: Context<AppEnv>, swarm: string | undefined): Office => {
    const { definition, owner } = house.office(c.get('caller'), swarm);
    return new Office(definition, owner, house.engine, 'manual');
  };

  app.post('/manual', gate.user, async (c) => {
    const { swarm, ...post } = manualPostWire.parse(await readJSON(c)).value;
    const office = officeOf(c, swarm);
    const { taskId } = await office.submit(post);
    director?.begun?.(office, taskId);
    return c.json(manualTaskWire.emitTrusted({ taskId }));
  });

  app.get('/tasks/:task_id/proposal', gate.user, async (c) => {
    const taskId = c.req.param('task_id');
    const office = officeOf(c, c.req.query('swarm'));
    await findTask(office, taskId);
    const step = (await director?.propose(office, taskId)) ?? null;
    return c.json(manualProposalWire.emitTrusted({ step }));
  });

  app.post('/tasks/:task_id/step', gate.user, async (c) => {
    const taskId = c.req.param('task_id');
    const office = officeOf(c, c.req.query('swarm'));
    const body = await readJSON(c);
    // Before anything is said about the request: to others, the task is not there.
    await findTask(office, taskId);
    const options = manualStepWire.parse(body).value;
    const key = c.req.header('idempotency-key');
    const result = await office.manualStep({
      ...options,
      taskId,
      signal: c.req.raw.signal,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    });
    director?.stepped?.(office, taskId, options, result);
    const { run, stepId, status, text } = result;
    return c.json(manualStepResultWire.emitTrusted({ taskId, run, stepId, status, text }));
  });
}
