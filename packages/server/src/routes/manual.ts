import { SwarmInstance } from '@posthouse/runtime';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { readBody } from '../app/add-route.ts';
import { readJSON } from '../app/read-json.ts';
import { manualRoutes } from '../openapi/manual-routes.ts';
import { submit } from './answer-post.ts';
import { findTask } from './find-task.ts';
import { toIdempotencyKey } from './idempotency.ts';

/** Manual mode: messages that wake nobody, and turns that are taken when somebody says so. */
export function addManualRoutes({ on, served, stepProposer }: AppParts): void {
  const instanceOf = (c: Context<AppEnv>, swarm: string | undefined): SwarmInstance => {
    const { definition, owner } = served.instance(c.get('caller'), swarm);
    return new SwarmInstance(definition, owner, served.engine, 'manual');
  };

  on(manualRoutes.postManually, async (c) => {
    const { swarm, ...post } = await readBody(c, manualRoutes.postManually);
    const instance = instanceOf(c, swarm);
    const key = toIdempotencyKey(c.req.header('idempotency-key'));
    const { taskId } = await submit(instance, { work: { post } }, key);
    stepProposer?.begun?.(instance, taskId);
    return { taskId };
  });

  on(manualRoutes.getProposal, async (c) => {
    const taskId = c.req.param('task_id');
    const instance = instanceOf(c, c.req.query('swarm'));
    await findTask(instance, taskId);
    const step = (await stepProposer?.propose(instance, taskId)) ?? null;
    return { step };
  });

  on(manualRoutes.stepAgent, async (c) => {
    const taskId = c.req.param('task_id');
    const instance = instanceOf(c, c.req.query('swarm'));
    const body = await readJSON(c);
    // Before anything is said about the request: to others, the task is not there.
    await findTask(instance, taskId);
    const options = manualRoutes.stepAgent.body.parse(body);
    const idempotencyKey = toIdempotencyKey(c.req.header('idempotency-key'));
    const result = await instance.manualStep({
      ...options,
      taskId,
      signal: c.req.raw.signal,
      idempotencyKey,
    });
    stepProposer?.stepped?.(instance, taskId, options, result);
    const { run, stepId, status, text } = result;
    return { taskId, run, stepId, status, text };
  });
}
