import { PosthouseError, problem, type RunEvent } from '@posthouse/protocol';
import type { Context } from 'hono';
import type { AppEnv } from '../../app/app-env.ts';
import type { AppParts } from '../../app/create-app.ts';
import { readJSON } from '../../app/read-json.ts';
import { toIdempotencyKey } from '../../routes/idempotency.ts';
import { findSlice, readSlice } from '../read-slice.ts';
import { runTeller } from '../run-teller.ts';
import { readResponseId, type ResponsePlace, toResponseId } from './door-ids.ts';
import { officeOf } from './office-of.ts';
import { refuseFields } from './refused-fields.ts';
import { responseWriter } from './response-writer.ts';
import { createResponseWire, type ResponseInput } from './responses-request.ts';
import { answerRunStream, awaitRun, type RunScribe, toEventText } from './run-stream.ts';
import { toResponseFormat, toTools } from './run-settings.ts';
import { type Posted, submitConversation } from './submit-conversation.ts';
import { toResponsesConversation } from './to-conversation.ts';
import { toRoutingInfo, toStoredRequest } from './stored-request.ts';
import { type ResponseRequest, toResponseShell } from './to-response-shell.ts';

/** `/v1/responses`: swarms for programs that speak OpenAI's Responses. */
export function addResponseRoutes(parts: AppParts): void {
  const { app, house, gate } = parts;

  app.post('/v1/responses', gate.user, async (c) => {
    const body = await readJSON(c);
    refuseFields(body);
    const request = createResponseWire.parse(body).value;
    const office = officeOf(parts, c, request.model);
    const { previousResponseId: id } = request;
    const tools = toTools(request.tools, request.toolChoice);
    const responseFormat = toResponseFormat(request.text?.format, ['text', 'format']);
    const key = toIdempotencyKey(c.req.header('idempotency-key'));
    const posted = await submitConversation({
      store: house.store,
      office,
      conversation: toResponsesConversation(request.input as ResponseInput, request.instructions),
      continues: 'items',
      routingInfo: toRoutingInfo(request),
      ...(tools === undefined ? {} : { tools }),
      ...(responseFormat === undefined ? {} : { responseFormat }),
      ...(id === undefined ? {} : { previous: { id, place: toPrevious(id, office.definition.name) } }),
      ...(key === undefined ? {} : { key }),
    });
    return answer(c, posted, request);
  });

  app.get('/v1/responses/:response_id', gate.user, async (c) => {
    const { request, ...posted } = await findResponse(c);
    if (c.req.query('stream') !== 'true') return answerAsItStands(c, posted, request);
    if (c.req.query('starting_after') !== undefined) throw cannotSkip();
    return answer(c, posted, { ...request, stream: true });
  });

  app.post('/v1/responses/:response_id/cancel', gate.user, async (c) => {
    const { request, ...posted } = await findResponse(c);
    const { task, slice } = posted;
    // A run that came after it is not its business.
    if (task.openRun === slice.run) await house.office(c.get('caller'), task.owner.swarm).cancel(task.taskId);
    return answerAsItStands(c, posted, request);
  });

  async function answer(c: Context<AppEnv>, posted: Posted, request: ResponseRequest): Promise<Response> {
    const { writer, take } = openWriter(posted, request, Date.now());
    if (request.stream === true) {
      const tell = (events: { type: string }[]): string => events.map((event) => toEventText(event as never)).join('');
      const scribe: RunScribe = {
        start: () => tell(writer.start()),
        take: (event) => tell(take(event)),
        end: () => '',
        fail: (error) => tell(writer.fail(error)),
      };
      return answerRunStream(c, parts, posted, scribe);
    }
    c.header('X-Task-Id', posted.task.taskId);
    if (request.background !== true) await awaitRun(c, parts, posted, take);
    return c.json(writer.toResponse());
  }

  async function answerAsItStands(c: Context<AppEnv>, posted: Posted, request: ResponseRequest): Promise<Response> {
    const log = await readSlice(house.store, posted.task, posted.slice);
    const { writer, take } = openWriter(posted, request, Date.parse(log[0]!.at));
    for (const entry of log) take(entry);
    c.header('X-Task-Id', posted.task.taskId);
    return c.json(writer.toResponse());
  }

  /** The response that a request names, and what it was asked with. One of somebody else's is not there. */
  async function findResponse(c: Context<AppEnv>): Promise<Posted & { request: ResponseRequest }> {
    const id = c.req.param('response_id') ?? '';
    const place = readResponseId(id);
    const served = place !== undefined && house.serves(place.swarm);
    const task = served ? await house.office(c.get('caller'), place.swarm).task(place.taskId) : undefined;
    const slice = task === undefined ? undefined : await findSlice(house.store, task, place!);
    if (task === undefined || slice === undefined) throw notFound(id);
    const { entries } = await house.store.read(task.key, slice.posted, 2);
    return { task, slice, request: toStoredRequest(entries, place!) };
  }
}

function openWriter({ task, slice }: Posted, request: ResponseRequest, createdAt: number) {
  const teller = runTeller(task, slice, { held: (request.text?.format?.type ?? 'text') !== 'text' });
  const { swarm } = task.owner;
  const summaries = request.reasoning?.summary !== undefined;
  const id = toResponseId({ ...slice, swarm, summaries });
  const writer = responseWriter({
    place: slice,
    shell: toResponseShell({ id, model: swarm, createdAt: Math.floor(createdAt / 1000) }, request),
    summaries,
    usage: () => teller.usage,
  });
  const take = (event: RunEvent) => teller.take(event).flatMap((telling) => writer.take(telling));
  return { writer, take };
}

function toPrevious(id: string, swarm: string): ResponsePlace {
  const place = readResponseId(id);
  if (place?.swarm === swarm) return place;
  const [code, reason] =
    place === undefined
      ? (['task_not_found', 'not found'] as const)
      : (['invalid_input', `is an answer of '${place.swarm.slice(0, 100)}'; go on with that model`] as const);
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
  return new PosthouseError({
    code: 'invalid_input',
    message: 'starting_after: a stream begins at the beginning of its response; leave this out',
    details: [problem(['starting_after'], 'nothing', undefined)],
  });
}
