import { type JSONObject, newId, type ResponsesRequest } from '@posthouse/protocol';
import type { AppParts } from '../app/app-parts.ts';
import { readJSON } from '../app/read-json.ts';
import { messageRoutes } from '../openapi/message-routes.ts';
import { awaitResult, type Outcome, submit } from './answer-post.ts';
import { findTask } from './find-task.ts';
import { toIdempotencyKey } from './idempotency.ts';
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

type ResponseFacts = { taskId: string; swarm: string; request: ResponsesRequest; outcome: Outcome; now: number };

/** How a run came out, in the manner of OpenAI's Responses: its id is the task's, its model the swarm. */
function toResponseObject({ taskId, swarm, request, outcome, now }: ResponseFacts): JSONObject {
  const failed = outcome.status === 'error' || outcome.status === 'cancelled';
  return {
    id: taskId,
    object: 'response',
    created_at: Math.floor(now / 1000),
    status: failed ? 'failed' : 'completed',
    model: swarm,
    output: failed ? [] : toOutput(outcome),
    error: failed ? { code: outcome.code ?? outcome.status, message: outcome.response } : null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    previous_response_id: request.previousResponseId ?? null,
    parallel_tool_calls: request.parallelToolCalls ?? true,
    tool_choice: (request.toolChoice as JSONObject | string | undefined) ?? 'auto',
    tools: request.tools as JSONObject[],
    metadata: {},
  };
}

function toOutput({ status, response, calls = [] }: Outcome): JSONObject[] {
  if (status === 'paused') {
    return calls.map(({ callId, tool, input }) => ({
      type: 'function_call',
      id: `fc_${callId}`,
      call_id: callId,
      name: tool,
      arguments: JSON.stringify(input),
      status: 'completed',
    }));
  }
  const content = [{ type: 'output_text', text: response, annotations: [] }];
  return [{ type: 'message', id: `msg_${newId()}`, role: 'assistant', status: 'completed', content }];
}
