import { APICallError, type JSONObject } from '@ai-sdk/provider';
import type { TimedTelling } from '@posthouse/protocol/light';
import { MAILTaskError } from '../mail-task-error.ts';
import type { CallPlan } from '../request/plan-call.ts';
import { type FetchedResponse, platform, type Signal } from '../platform.ts';
import { followTask } from './follow-task.ts';
import type { MailServer } from './mail-server.ts';
import { readStream } from './read-stream.ts';

/** A message that the server has taken, and what is heard of it. */
export type OpenTask = {
  plan: CallPlan;
  /** The body that was posted last. */
  body: JSONObject;
  response: FetchedResponse;
  tellings: AsyncGenerator<TimedTelling>;
};

type Posting = { server: MailServer; plan: CallPlan; key: string; signal: Signal };

/**
 * Posts what a call comes to, and opens the stream of its answer. What the server has forgotten, or what has gone on since,
 * is told again: the history is the caller's as much as the server's.
 */
export async function openTask(posting: Posting): Promise<OpenTask> {
  const { plan, key } = posting;
  try {
    const task = await postAll(posting);
    if (plan.instead === undefined) return task;
    const first = await task.tellings.next();
    if (first.done !== true) refuseUnknown(plan, first.value.telling);
    return { ...task, tellings: behind(first, task.tellings) };
  } catch (error) {
    const instead = plan.instead?.(codeOf(error));
    if (instead === undefined) throw error;
    return openTask({ ...posting, plan: instead, key: `${key}-instead` });
  }
}

async function postAll(posting: Posting): Promise<OpenTask> {
  const { server, plan, key, signal } = posting;
  // Once results have been taken the run goes on by itself; the stream of the words that follow tells how it ends.
  const taken = plan.results && (await server.post(plan.results, `${key}-results`, signal));
  const after = taken && (await findTaken(plan, taken));
  const { body, response, warning } = await post(posting, { ...plan.body, ...(after && { after }) });
  if (warning) plan.warnings.push({ type: 'other', message: warning });
  // A message that goes on from an earlier answer gets a task of its own.
  const there = { ...plan, taskId: response.headers.get('x-task-id') ?? plan.taskId };
  const tellings = followTask({ server, plan: there, body, key, response, signal });
  return { plan: there, body, response, tellings };
}

/** Where in the log results were taken, if there is one. */
async function findTaken(plan: CallPlan, response: FetchedResponse): Promise<number | undefined> {
  if (response.headers.get('x-task-id') === null) {
    await response.body?.getReader().cancel();
    return undefined;
  }
  for await (const { event, data, id } of readStream(response)) {
    if (event !== 'telling') return undefined;
    const telling = JSON.parse(data) as { type: string; code?: string };
    refuseUnknown(plan, telling);
    if (telling.type === 'resume' || telling.type === 'pause') return Number(id);
  }
  return undefined;
}

/** A server tells of a task that it does not know as it tells of one that failed. */
function refuseUnknown({ taskId, instead }: CallPlan, { type, code }: { type: string; code?: string }): void {
  if (type !== 'end' || code === undefined || instead?.(code) === undefined) return;
  throw new MAILTaskError({ message: `The server does not go on with task '${taskId}'`, taskId, code });
}

function codeOf(error: unknown): string | undefined {
  if (MAILTaskError.isInstance(error)) return error.code;
  return APICallError.isInstance(error) ? (error.data as { code?: string } | undefined)?.code : undefined;
}

/** A message for a run that is open already cannot bring tools, and need not: the run has those it was started with. */
async function post(
  { server, key, signal }: Posting,
  body: JSONObject,
): Promise<{ body: JSONObject; response: FetchedResponse; warning?: string }> {
  try {
    return { body, response: await server.post(body, key, signal) };
  } catch (error) {
    const { tools, response_format: format, ...plain } = body;
    if (codeOf(error) !== 'task_running' || (tools === undefined && format === undefined)) throw error;
    const warning = 'The message joined a run that was already open and keeps its tools and response format.';
    return { body: plain, response: await server.post(plain, key, signal), warning };
  }
}

async function* behind<Item>(first: IteratorResult<Item>, rest: AsyncGenerator<Item>): AsyncGenerator<Item> {
  try {
    if (first.done !== true) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** How long a post that nobody waits for may take before it is given up. */
const PATIENCE_MS = 10_000;

/**
 * Stops a task whose caller has left while it was being posted. A cancel that overtakes the message would find nothing to
 * cancel, so the message is let through first.
 */
export async function cancelWhenPosted(
  server: MailServer,
  plan: CallPlan,
  { posted, leave }: { posted: Promise<OpenTask>; leave: () => void },
): Promise<void> {
  let timer: unknown;
  const impatience = new Promise<undefined>((resolve) => {
    timer = platform.setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  const task = await Promise.race([posted.catch(() => undefined), impatience]);
  platform.clearTimeout(timer);
  await server.cancel(task?.plan ?? plan);
  leave();
}
