import { APICallError, type JSONObject } from '@ai-sdk/provider';
import type { CallPlan } from '../request/plan-call.ts';
import { type FetchedResponse, platform, type Signal } from '../platform.ts';
import { followTask } from './follow-task.ts';
import type { MailServer } from './mail-server.ts';
import type { TimedTelling } from './timed-telling.ts';

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
 * Posts what a call comes to, and opens the stream of its answer. A task that the server has forgotten is started anew with
 * the whole conversation: the history is the caller's as much as the server's.
 */
export async function openTask(posting: Posting): Promise<OpenTask> {
  const task = await postAll(posting);
  const { plan } = posting;
  if (plan.afresh === undefined) return task;
  const first = await task.tellings.next();
  const telling = first.done === true ? undefined : first.value.telling;
  if (telling?.type !== 'end' || telling.code !== 'task_not_found')
    return { ...task, tellings: behind(first, task.tellings) };
  return postAll({ ...posting, plan: plan.afresh(), key: `${posting.key}-afresh` });
}

async function postAll(posting: Posting): Promise<OpenTask> {
  const { server, plan, key, signal } = posting;
  if (plan.results !== undefined) {
    // Once they have been taken the run goes on by itself; the stream of the words that follow tells how it ends.
    const taken = await server.post(plan.results, `${key}-results`, signal);
    await taken.body?.getReader().cancel();
  }
  const { body, response, warning } = await post(posting, plan.body);
  if (warning) plan.warnings.push({ type: 'other', message: warning });
  // A message that goes on from an earlier answer gets a task of its own.
  const other = body.after_run === undefined ? null : response.headers.get('x-task-id');
  const taken = { ...plan, taskId: other ?? plan.taskId };
  const tellings = followTask({ server, plan: taken, body, key, response, signal });
  return { plan: taken, body, response, tellings };
}

/** A message for a run that is open already cannot bring tools, and need not: the run has those it was started with. */
async function post(
  { server, key, signal }: Posting,
  body: JSONObject,
): Promise<{ body: JSONObject; response: FetchedResponse; warning?: string }> {
  try {
    return { body, response: await server.post(body, key, signal) };
  } catch (error) {
    const running =
      APICallError.isInstance(error) && (error.data as { code?: string } | undefined)?.code === 'task_running';
    const { tools, response_format: format, ...plain } = body;
    if (!running || (tools === undefined && format === undefined)) throw error;
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
