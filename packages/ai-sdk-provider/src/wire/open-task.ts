import type { JSONObject } from '@ai-sdk/provider';
import type { TimedTelling } from '@posthouse/protocol/light';
import { MAILTaskError } from '../mail-task-error.ts';
import type { CallPlan } from '../request/plan-call.ts';
import type { FetchedResponse, Signal } from '../platform.ts';
import { followPost } from './follow-post.ts';
import type { MailServer } from './mail-server.ts';
import { readStream } from './read-stream.ts';
import { within } from './within.ts';

/** A message that the server has taken, and what is heard of it. */
export type OpenTask = {
  plan: CallPlan;
  /** The body that was posted last. */
  body: JSONObject;
  response: FetchedResponse;
  /** What was heard first, where that has been looked at. */
  first?: Promise<IteratorResult<TimedTelling>>;
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
    if (!plan.instead) return task;
    const first = task.tellings.next();
    const { done, value } = await first;
    if (done !== true) refuseUnknown(plan, value.telling);
    return { ...task, first };
  } catch (error) {
    const instead = plan.instead?.(codeOf(error));
    if (!instead) throw error;
    return openTask({ ...posting, plan: instead, key: `${key}-instead` });
  }
}

async function postAll(posting: Posting): Promise<OpenTask> {
  const { server, plan, key, signal } = posting;
  // Once results have been taken the run goes on by itself; the stream of the words that follow tells how it ends.
  const taken = plan.results && (await server.post(plan.results, `${key}-results`, signal));
  const after = taken && (await findTaken(plan, taken));
  const { body, response } = await post(posting, { ...plan.body, ...(after && { after }) });
  // A message that goes on from an earlier answer gets a task of its own.
  const there = { ...plan, taskId: response.headers.get('x-task-id') ?? plan.taskId };
  const tellings = followPost({ server, plan: there, body, key, response, signal });
  return { plan: there, body, response, tellings };
}

/** Where in the log results were taken, if there is one. */
async function findTaken(plan: CallPlan, response: FetchedResponse): Promise<number | undefined> {
  for await (const { event, data, id } of readStream(response)) {
    if (event !== 'telling') return undefined;
    const telling = JSON.parse(data) as { type: string; code?: string };
    refuseUnknown(plan, telling);
    if (telling.type === 'resume' || telling.type === 'pause') return Number(id);
  }
  return undefined;
}

/** A server tells of a task that it does not know as it tells of one that failed. Whoever posts does something else instead. */
function refuseUnknown({ taskId, instead }: CallPlan, { type, code }: { type: string; code?: string }): void {
  if (type !== 'end' || !code || !instead?.(code)) return;
  throw new MAILTaskError({ message: code, taskId, code });
}

/** The code that a server gave, in its answer or in the stream. */
function codeOf(error: unknown): string | undefined {
  const { data, code } = error as { data?: { code?: string }; code?: string };
  return data?.code ?? code;
}

/** A message for a run that is open already cannot bring tools, and need not: the run has those it was started with. */
async function post(
  { server, plan, key, signal }: Posting,
  body: JSONObject,
): Promise<Pick<OpenTask, 'body' | 'response'>> {
  try {
    return { body, response: await server.post(body, key, signal) };
  } catch (error) {
    const { tools, response_format: format, ...plain } = body;
    if (codeOf(error) !== 'task_running' || !(tools || format)) throw error;
    const response = await server.post(plain, key, signal);
    const message = 'The message joined a run that was already open and keeps its tools and response format.';
    plan.warnings.push({ type: 'other', message });
    return { body: plain, response };
  }
}

/** How long a post that nobody waits for may take before it is given up. */
const POST_TIMEOUT_MS = 10_000;

/**
 * Stops a task whose caller has left while it was being posted. A cancel that overtakes the message would find nothing to
 * cancel, so the message is let through first.
 */
export async function cancelWhenPosted(
  server: MailServer,
  plan: CallPlan,
  { posted, leave }: { posted: Promise<OpenTask>; leave: () => void },
): Promise<void> {
  const task = await within(POST_TIMEOUT_MS, posted).catch(() => undefined);
  leave();
  await server.cancel(task?.plan ?? plan);
}
