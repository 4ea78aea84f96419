import {
  invalidInput,
  type JSONObject,
  newId,
  type ResponsesRequest,
  responsesRequestWire,
  type ToolSpec,
} from '@posthouse/protocol';
import type { SwarmDefinition } from '@posthouse/runtime';
import type { AppParts } from '../app/app-parts.ts';
import { readJSON } from '../app/read-json.ts';
import { requireParameters } from '../app/require-parameters.ts';
import { toMailType } from '../app/to-mail-type.ts';
import { messageRoutes } from '../openapi/message-routes.ts';
import { awaitResult, type PostOutcome, submit } from './answer-post.ts';
import { findTask } from './find-task.ts';
import { toIdempotencyKey } from './idempotency.ts';
import { type PostPlan, toTimeoutMs } from './to-post-plan.ts';
import { toToolSpec } from './to-tool-spec.ts';

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

type ResponseFacts = { taskId: string; swarm: string; request: ResponsesRequest; outcome: PostOutcome; now: number };

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

function toOutput({ status, response, calls = [] }: PostOutcome): JSONObject[] {
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

/** A request in the manner of OpenAI's Responses, and what it comes to. */
type ResponsesPlan = { request: ResponsesRequest; plan: PostPlan };

type Item = Record<string, unknown>;

/** Reads the body of `POST /responses`: trailing outputs of functions resume a task, trailing user items say something. */
function toResponsesPlan(body: Record<string, unknown>, definition: SwarmDefinition): ResponsesPlan {
  requireParameters(body, { input: 'list', tools: 'list' });
  const { value: request } = responsesRequestWire.parse(body);
  checkToolChoice(request.toolChoice);
  const input = request.input.map(toItem);
  const { previousResponseId: previous, kwargs = {} } = request;
  const outputs = trailing(input, (item) => item.type === 'function_call_output');
  const timeout = typeof kwargs.timeout === 'number' && kwargs.timeout > 0 ? kwargs.timeout : undefined;
  const base = {
    delivery: 'whole' as const,
    showEvents: false,
    timeoutMs: timeout && toTimeoutMs(timeout),
    resumes: previous,
  };
  if (outputs.length > 0) {
    if (previous === undefined)
      throw invalidInput("parameter 'previous_response_id' is required with function_call_output");
    return { request, plan: { ...base, work: { answers: outputs.map(toAnswer) } } };
  }
  const said = trailing(input, (item) => item.role === 'user')
    .map(toText)
    .join('\n\n');
  if (said.trim() === '') throw invalidInput("parameter 'input' must end with a user message or function call outputs");
  const { instructions = '' } = request;
  const tools = toCallersTools(request.tools, definition);
  const post = {
    body: instructions === '' ? said : `${instructions}\n\n${said}`,
    subject: 'Task Request',
    taskId: previous,
    ...(tools.length === 0 ? {} : { tools }),
  };
  return { request, plan: { ...base, work: { post } } };
}

/** A breakpoint tool that the entrypoint has is answered by the caller already; it need not be brought along. */
function toCallersTools(
  tools: readonly unknown[],
  { breakpointTools, agents, entrypoint }: SwarmDefinition,
): ToolSpec[] {
  const own = agents.find((agent) => agent.name === entrypoint)?.actions.map((action) => action.name) ?? [];
  const known = new Set(own.filter((name) => breakpointTools.includes(name)));
  return tools.map(toToolSpec).filter((tool) => !known.has(tool.name));
}

function checkToolChoice(choice: unknown): void {
  if (choice === undefined || typeof choice === 'string' || toMailType(choice) === 'dict') return;
  throw invalidInput(`parameter 'tool_choice' must be a str or a dict, got ${toMailType(choice)}`);
}

function toItem(item: unknown): Item {
  if (toMailType(item) === 'dict') return item as Item;
  throw invalidInput(`every item of 'input' must be a dict, got ${toMailType(item)}`);
}

function trailing(items: readonly Item[], isWanted: (item: Item) => boolean): Item[] {
  return items.slice(items.findLastIndex((item) => !isWanted(item)) + 1);
}

function toAnswer({ call_id: callId, output }: Item): { callId: string; content: string } {
  if (typeof callId !== 'string') throw invalidInput("a function_call_output must have a 'call_id'");
  return { callId, content: typeof output === 'string' ? output : JSON.stringify(output ?? '') };
}

function toText({ content }: Item): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? (content as unknown[]) : [];
  return parts
    .map((part) => (toMailType(part) === 'dict' ? (part as Item).text : part))
    .filter((text) => typeof text === 'string')
    .join('\n');
}
