import type { AppParts } from '../app/app-parts.ts';
import { readJSON } from '../app/read-json.ts';
import { messageRoutes } from '../openapi/message-routes.ts';
import { awaitResult, submit } from './answer-post.ts';
import { findTask } from './find-task.ts';
import { toIdempotencyKey } from './idempotency.ts';
import { toResponseObject } from './to-response-object.ts';
import { toResponsesPlan } from './to-responses-plan.ts';

/**
 * `POST /responses`, as MAIL's own server has it: only when it is debugged, and with an answer that is JSON inside a JSON
 * string. Programs that speak OpenAI's Responses are better off at `/v1/responses`.
 */
export function addDebugResponsesRoutes({ on, served }: AppParts): void {
  on(messageRoutes.createResponse, async (c) => {
    const instance = served.instance(c.get('caller'), c.req.query('swarm'));
    const { request, plan } = toResponsesPlan(await readJSON(c), instance.definition);
    if (plan.resumes !== undefined) await findTask(instance, plan.resumes);
    const submitted = await submit(instance, plan, toIdempotencyKey(c.req.header('idempotency-key')));
    const outcome = await awaitResult(instance, submitted, plan, c.req.raw.signal);
    const facts = { taskId: submitted.taskId, swarm: instance.definition.name, request, outcome, now: Date.now() };
    return c.json(JSON.stringify(toResponseObject(facts)));
  });
}
