import { Office } from '@posthouse/runtime';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { readBody } from '../app/add-route.ts';
import { readJSON } from '../app/read-json.ts';
import { manualRoutes } from '../openapi/manual-routes.ts';
import { findTask } from './find-task.ts';

/** Manual mode: messages that wake nobody, and turns that are taken when somebody says so. */
export function addManualRoutes({ on, served, director }: AppParts): void {
  const officeOf = (c: Context<AppEnv>, swarm: string | undefined): Office => {
    const { definition, owner } = served.office(c.get('caller'), swarm);
    return new Office(definition, owner, served.engine, 'manual');
  };

  on(manualRoutes.postManually, async (c) => {
    const { swarm, ...post } = await readBody(c, manualRoutes.postManually);
    const office = officeOf(c, swarm);
    const { taskId } = await office.submit(post);
    director?.begun?.(office, taskId);
    return { taskId };
  });

  on(manualRoutes.getProposal, async (c) => {
    const taskId = c.req.param('task_id');
    const office = officeOf(c, c.req.query('swarm'));
    await findTask(office, taskId);
    const step = (await director?.propose(office, taskId)) ?? null;
    return { step };
  });

  on(manualRoutes.stepAgent, async (c) => {
    const taskId = c.req.param('task_id');
    const office = officeOf(c, c.req.query('swarm'));
    const body = await readJSON(c);
    // Before anything is said about the request: to others, the task is not there.
    await findTask(office, taskId);
    const options = manualRoutes.stepAgent.body.parse(body);
    const key = c.req.header('idempotency-key');
    const result = await office.manualStep({
      ...options,
      taskId,
      signal: c.req.raw.signal,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    });
    director?.stepped?.(office, taskId, options, result);
    const { run, stepId, status, text } = result;
    return { taskId, run, stepId, status, text };
  });
}
