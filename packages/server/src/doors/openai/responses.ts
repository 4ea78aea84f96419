import {
  defined,
  invalidInput,
  type JSONObject,
  type JSONValue,
  type LogEntry,
  PosthouseError,
  problem,
} from '@posthouse/protocol';
import type { Context } from 'hono';
import type { AppEnv } from '../../edge/app-env.ts';
import type { AppParts } from '../../app/app-parts.ts';
import { readJSON } from '../../app/read-json.ts';
import { toIdempotencyKey } from '../../routes/idempotency.ts';
import { answerSlice, awaitSlice } from '../read-out-slice.ts';
import { findSlice } from '../read-slice.ts';
import { openAIRoutes } from '../../openapi/openai-routes.ts';
import { readResponseId, type ResponsePlace, toResponseId } from './door-ids.ts';
import { instanceOf } from './instance-of.ts';
import { refuseFields } from './refused-fields.ts';
import { responseDialect, toResponse } from './response-writer.ts';
import { type CreateResponse, createResponseWire, type ResponseInput } from '../../wire/openai/responses-request.ts';
import { toResponseFormat, toTools } from './tools-and-format.ts';
import { type Posted, submitConversation } from './submit-conversation.ts';
import { toResponsesConversation } from './to-conversation.ts';

/** `/v1/responses`: swarms for programs that speak OpenAI's Responses. */
export function addResponseRoutes(parts: AppParts): void {
  const { on, served } = parts;

  on(openAIRoutes.createModelResponse, async (c) => {
    const body = await readJSON(c);
    refuseFields(body);
    const request = createResponseWire.parse(body).value;
    const instance = instanceOf(parts, c, request.model);
    const { previousResponseId: id } = request;
    const tools = toTools(request.tools, request.toolChoice);
    const responseFormat = toResponseFormat(request.text?.format, ['text', 'format']);
    const key = toIdempotencyKey(c.req.header('idempotency-key'));
    const posted = await submitConversation({
      store: served.store,
      instance,
      conversation: toResponsesConversation(request.input as ResponseInput, request.instructions),
      continues: 'items',
      routingInfo: toRoutingInfo(request),
      tools,
      responseFormat,
      previous: id === undefined ? undefined : { id, place: toPrevious(id, instance.definition.name) },
      key,
    });
    return answer(c, posted, request);
  });

  on(openAIRoutes.getModelResponse, async (c) => {
    const { request, ...posted } = await findResponse(c);
    if (c.req.query('stream') !== 'true') return answerWhole(c, posted, request, { asItStands: true });
    if (c.req.query('starting_after') !== undefined) throw cannotSkip();
    return answer(c, posted, { ...request, stream: true });
  });

  on(openAIRoutes.cancelModelResponse, async (c) => {
    const { request, ...posted } = await findResponse(c);
    const { task, slice } = posted;
    // A run that came after it is not its business.
    if (task.openRun === slice.run) await served.instance(c.get('caller'), task.owner.swarm).cancel(task.taskId);
    return answerWhole(c, posted, request, { asItStands: true });
  });

  async function answer(c: Context<AppEnv>, posted: Posted, request: ResponseRequest): Promise<Response> {
    if (request.stream === true) return answerSlice(c, parts, toTelling(posted, request));
    // From here on the caller's message is taken, whatever comes of the wait.
    c.set('posted', true);
    return answerWhole(c, posted, request, { asItStands: request.background === true });
  }

  async function answerWhole(
    c: Context<AppEnv>,
    posted: Posted,
    request: ResponseRequest,
    { asItStands }: { asItStands: boolean },
  ): Promise<Response> {
    const { settings, ...telling } = toTelling(posted, request);
    c.header('X-Task-Id', posted.task.taskId);
    const written = await awaitSlice(parts, telling, { signal: c.req.raw.signal, asItStands });
    return c.json(toResponse(settings, written));
  }

  /** The response that a request names, and what it was asked with. One of somebody else's is not there. */
  async function findResponse(c: Context<AppEnv>): Promise<Posted & { request: ResponseRequest }> {
    const id = c.req.param('response_id') ?? '';
    const place = readResponseId(id);
    const isServed = place !== undefined && served.serves(place.swarm);
    const task = isServed ? await served.instance(c.get('caller'), place.swarm).task(place.taskId) : undefined;
    const slice = task === undefined ? undefined : await findSlice(served.store, task, place!);
    if (task === undefined || slice === undefined) throw notFound(id);
    const { entries } = await served.store.read(task.key, slice.posted, 2);
    return { task, slice, request: toStoredRequest(entries, place!) };
  }
}

function toTelling({ task, slice }: Posted, request: ResponseRequest) {
  const { swarm } = task.owner;
  const summaries = request.reasoning?.summary !== undefined;
  const id = toResponseId({ ...slice, swarm, summaries });
  const settings = { place: slice, shell: toResponseShell({ id, model: swarm }, request), summaries };
  const held = (request.text?.format?.type ?? 'text') !== 'text';
  return { task, slice, held, settings, dialect: responseDialect(settings) };
}

function toPrevious(id: string, swarm: string): ResponsePlace {
  const place = readResponseId(id);
  if (place?.swarm === swarm) return place;
  const [code, reason] =
    place === undefined
      ? (['task_not_found', 'not found'] as const)
      : (['invalid_input', `is an answer of '${place.swarm.slice(0, 100)}'; use that model`] as const);
  throw new PosthouseError({
    code,
    message: `Previous response with id '${id.slice(0, 200)}' ${reason}.`,
    details: [problem(['previous_response_id'], 'the id of a response of this model', id)],
  });
}

function notFound(id: string): PosthouseError {
  return new PosthouseError({ code: 'task_not_found', message: `Response with id '${id.slice(0, 200)}' not found.` });
}

/** Text is told in pieces that nobody keeps, so the same events cannot be counted a second time. */
function cannotSkip(): PosthouseError {
  return invalidInput('starting_after: a stream begins at the beginning of its response; leave this out', {
    details: [problem(['starting_after'], 'nothing', undefined)],
  });
}

const KEY = 'response_request';

type Kept = { instructions?: string; metadata?: Record<string, string>; previous_response_id?: string };

/** What of a request is kept with its message, so that its response can repeat it at any time. */
function toRoutingInfo({ instructions, metadata, previousResponseId }: ResponseRequest): JSONObject {
  const kept: Kept = {
    ...defined({ instructions, metadata, previous_response_id: previousResponseId }),
  };
  return Object.keys(kept).length === 0 ? {} : { [KEY]: kept };
}

/**
 * The request that a response answers, as far as the log knows it: from the entries at its place. Outputs of calls leave
 * nothing of the kind behind.
 */
function toStoredRequest(entries: readonly LogEntry[], { summaries }: ResponsePlace): ResponseRequest {
  const started = entries.find((entry) => entry.type === 'run-started');
  const { tools = [], responseFormat: schema } = started ?? {};
  const posted = entries.find((entry) => entry.type === 'message');
  const kept = (posted?.message.message.routingInfo?.[KEY] ?? {}) as Kept;
  const name = typeof schema?.title === 'string' ? schema.title : 'answer';
  return {
    ...defined({
      instructions: kept.instructions,
      metadata: kept.metadata,
      previousResponseId: kept.previous_response_id,
    }),
    // Clients expect the field; whether somebody asked for it is not kept.
    tools: tools.map((tool) => ({ type: 'function', strict: null, ...tool })),
    ...(schema === undefined ? {} : { text: { format: { type: 'json_schema', name, schema } } }),
    ...(summaries ? { reasoning: { summary: 'auto' } } : {}),
  };
}

/** What of a request an answer repeats. */
type ResponseRequest = Omit<CreateResponse, 'model' | 'input'>;

/** What of a response is known before anybody has worked on it. */
export function toResponseShell({ id, model }: { id: string; model: string }, request: ResponseRequest): JSONObject {
  return {
    id,
    object: 'response',
    model,
    background: request.background ?? false,
    instructions: request.instructions ?? null,
    max_output_tokens: request.maxOutputTokens ?? null,
    metadata: request.metadata ?? {},
    parallel_tool_calls: request.parallelToolCalls ?? true,
    previous_response_id: request.previousResponseId ?? null,
    reasoning: { effort: request.reasoning?.effort ?? null, summary: request.reasoning?.summary ?? null },
    store: request.store ?? true,
    temperature: request.temperature ?? null,
    text: { format: (request.text?.format as JSONValue | undefined) ?? { type: 'text' } },
    tool_choice: (request.toolChoice as JSONValue | undefined) ?? 'auto',
    tools: (request.tools as JSONValue | undefined) ?? [],
    top_p: request.topP ?? null,
    truncation: 'disabled',
    user: request.user ?? null,
  };
}
