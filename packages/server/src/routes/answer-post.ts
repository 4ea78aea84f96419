import { type MessageResult, messageResultWire, PosthouseError } from '@posthouse/protocol';
import { lowerBudget, lowerLimits, type SwarmInstance, type PostResult, type Submitted } from '@posthouse/runtime';
import type { Store } from '@posthouse/store';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { toFailureTelling } from '../streams/telling-encoding.ts';
import { toFailureSSE } from '../streams/to-sse.ts';
import { answerTellings } from './answer-tellings.ts';
import { answerEventStream } from './event-stream.ts';
import { findTask } from './find-task.ts';
import { toTaskAt } from './fork-once.ts';
import { toIdempotencyKey, toNewTaskId } from './idempotency.ts';
import { readTaskRecord, withOpenData } from './read-task-record.ts';
import type { PostPlan } from './to-post-plan.ts';

/** How long an answer is waited for when the caller does not say. */
const DEFAULT_TIMEOUT_MS = 3_600_000;

/** Does what a plan says and answers as it says: with the outcome, or with the log of the run as it grows. */
export async function answerPost(c: Context<AppEnv>, parts: AppParts, plan: PostPlan): Promise<Response> {
  const caller = c.get('caller');
  const instance = parts.served.instance(caller, plan.swarm);
  const key = toIdempotencyKey(c.req.header('idempotency-key'));
  if (plan.resumes !== undefined && (await instance.task(plan.resumes)) === undefined) {
    return answerUnknown(c, plan.resumes, plan);
  }
  const placed = await atPlace(parts.served.store, instance, plan, key);
  const submitted = await submit(instance, caller.role === 'admin' ? placed : withinLimits(placed, instance), key);
  if (plan.delivery === 'whole') {
    const result = await awaitResult(instance, submitted, plan, c.req.raw.signal);
    const events = plan.showEvents ? await readEvents(parts.served.store, instance, submitted.taskId) : null;
    return c.json(messageResultWire.emitTrusted({ ...result, events, taskId: submitted.taskId }));
  }
  const task = await findTask(instance, submitted.taskId);
  if (plan.delivery === 'tellings') return answerTellings(c, parts, { task, submitted, ...plan });
  return answerEventStream(c, submitted.taskId, (outgoing) =>
    parts.streams.open({
      task,
      submitted,
      after: submitted.after,
      tokens: plan.delivery === 'tokens',
      timeoutMs: plan.timeoutMs,
      outgoing,
    }),
  );
}

/** Whoever asks may lower the limits of the swarm, and the budget of a run; to raise them takes an admin. */
function withinLimits(plan: PostPlan, { definition }: SwarmInstance): PostPlan {
  if (!('post' in plan.work)) return plan;
  const { post } = plan.work;
  const { limits, budget } = post;
  return {
    ...plan,
    work: {
      post: {
        ...post,
        limits: limits && lowerLimits(definition.limits, limits),
        budget: budget && lowerBudget(definition.budgets.run, budget),
      },
    },
  };
}

/** Hands a message or results over; resolves when they are safe. */
export async function submit(
  instance: SwarmInstance,
  { work, resumes }: Pick<PostPlan, 'work' | 'resumes'>,
  key?: string,
): Promise<Submitted> {
  const once = { idempotencyKey: key };
  if ('answers' in work) return instance.resume(resumes!, work.answers, once);
  if (work.post.taskId !== undefined || key === undefined) return instance.submit({ ...work.post, ...once });
  return instance.submit({ ...work.post, ...once, taskId: await toNewTaskId(key, instance), unlessKeyDeleted: true });
}

/** What a plan comes to where the task has gone on from the place that it names. */
async function atPlace(
  store: Store,
  instance: SwarmInstance,
  plan: PostPlan,
  key: string | undefined,
): Promise<PostPlan> {
  const { work, place } = plan;
  if (place === undefined || !('post' in work)) return plan;
  const taskId = await toTaskAt({ instance, store, key }, work.post.taskId!, place);
  return { ...plan, work: { post: { ...work.post, taskId } } };
}

/** How a posted message came out, as far as a caller waits for it. */
export type PostOutcome = Pick<PostResult, 'response' | 'status' | 'code' | 'calls' | 'budget'>;

/** Waits for what comes of it. Waiting too long is told like any other outcome; the run continues. */
export async function awaitResult(
  instance: SwarmInstance,
  submitted: Submitted,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: Pick<PostPlan, 'timeoutMs'>,
  signal: AbortSignal,
): Promise<PostOutcome> {
  try {
    return await instance.answer(submitted, { timeoutMs, signal });
  } catch (error) {
    // What a connection that closes gives as its reason need not even be an error.
    if (signal.aborted)
      throw new PosthouseError({ code: 'cancelled', message: 'the caller closed the connection', cause: error });
    if (!PosthouseError.isInstance(error) || error.code !== 'task_timeout') throw error;
    return { response: 'The task timed out.', status: 'error', code: 'task_timeout' };
  }
}

async function readEvents(store: Store, instance: SwarmInstance, taskId: string): Promise<MessageResult['events']> {
  const { events } = await readTaskRecord(store, await findTask(instance, taskId));
  return withOpenData(events);
}

/** MAIL tells of a task that is not there as it tells of one that failed. */
function answerUnknown(c: Context<AppEnv>, taskId: string, { delivery }: PostPlan): Response {
  const reason = `task '${taskId}' not found`;
  if (delivery === 'tellings') return answerEventStream(c, taskId, () => toFailureTelling(reason, 'task_not_found'));
  if (delivery !== 'whole') return answerEventStream(c, taskId, () => toFailureSSE(taskId, reason, 'task_not_found'));
  const response = `The task encountered an error: ${reason}.`;
  const code = 'task_not_found';
  return c.json(messageResultWire.emitTrusted({ response, events: null, taskId, status: 'error', code }));
}
