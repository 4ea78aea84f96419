import { createHash } from 'node:crypto';
import { type JSONObject, type JSONSchema, PosthouseError, problem, type ToolSpec } from '@posthouse/protocol';
import type { Office, PostOptions } from '@posthouse/runtime';
import type { Store, Task } from '@posthouse/store';
import { forkOnce } from '../../routes/fork-once.ts';
import { toTaskId } from '../../routes/idempotency.ts';
import { findSlice, type Slice, type SlicePlace } from '../read-slice.ts';
import { type Conversation, hasWords, toMessageText, type Turn } from './conversation.ts';
import { findContinuation, splitOutputs } from './find-continuation.ts';
import { giveOutputs, unknownCall } from './give-outputs.ts';

export type ConversationPost = {
  store: Store;
  office: Office;
  conversation: Conversation;
  tools?: ToolSpec[];
  responseFormat?: JSONSchema;
  /** The response that this one comes behind, when the client says so. */
  previous?: { id: string; place: SlicePlace };
  /**
   * When to go on with a task that only the history names: whenever an item of the history tells which (`items`), or only
   * with the results of calls that wait (`calls`).
   */
  continues: 'items' | 'calls';
  /** The same key twice is one message. */
  key?: string;
  /** Is kept with the message. */
  routingInfo?: JSONObject;
};

/** A message that is safe, and the part of the log that will answer it. */
export type Posted = { task: Task; slice: Slice };

/**
 * Does what a conversation comes to: gives results to calls that wait, goes on with the task that has come so far, or
 * begins a new one that is told everything.
 */
export async function submitConversation(post: ConversationPost): Promise<Posted> {
  const { office, conversation, previous, continues } = post;
  const { turns } = conversation;
  const found =
    previous === undefined ? findContinuation(turns) : { ...previous.place, place: previous.place, news: turns };
  const task = found === undefined ? undefined : await office.task(found.taskId);
  if (found !== undefined && task !== undefined) {
    const { outputs, words } = splitOutputs(found.news, task.taskId);
    if (outputs.length > 0) {
      const given = await giveOutputs({ ...post, task }, outputs).catch((error: unknown) => {
        // A history tells all there is to know, so another task can go on from there.
        if (isRefused(error) && previous === undefined && !hasNames(turns)) return undefined;
        throw isRefused(error) && error.code === 'call_not_found' ? unknownCall(outputs[0]!.id) : error;
      });
      if (given !== undefined) return { task, slice: await addWords(post, given, words) };
    } else if (continues === 'items' || previous !== undefined) {
      const stray = words.find((turn) => turn.type === 'gave');
      if (previous !== undefined && stray?.type === 'gave') throw unknownCall(stray.callId);
      return continueTask(post, task, { ...(found.place === undefined ? {} : { place: found.place }), words });
    }
  }
  if (previous !== undefined) throw missing('previous_response_id', previous.id, 'Previous response');
  const named = turns.find((turn) => turn.type === 'named');
  if (named?.type === 'named') throw missing('input', named.itemId, 'Item');
  return begin(post, conversation);
}

/** Words that come with results join the run that the results set going again; the same ones twice do so once. */
async function addWords({ office }: ConversationPost, given: Slice, words: Turn[]): Promise<Slice> {
  if (!hasWords(words)) return given;
  const body = toMessageText({ instructions: '', turns: words });
  const key = createHash('sha256').update(body).digest('hex');
  const idempotencyKey = `words ${given.posted} ${key}`;
  const { messageId, run } = await office.submit({ taskId: given.taskId, body, idempotencyKey });
  return { ...given, messageId, run };
}

async function continueTask(
  post: ConversationPost,
  task: Task,
  { place, words }: { place?: SlicePlace; words: Turn[] },
): Promise<Posted> {
  const { store, office, key } = post;
  const slice = place === undefined ? undefined : await findSlice(store, task, place);
  if (place !== undefined && slice === undefined) throw missing('previous_response_id', '', 'Previous response');
  const run = slice?.run ?? task.run;
  if (!hasWords(words)) throw nothingNew();
  const body = toMessageText({ ...post.conversation, turns: words });
  const { taskId } = task;
  // A message that is sent again has moved the task on itself.
  const isRepeated = key !== undefined && (await office.posted(taskId, key)) !== undefined;
  if (isRepeated) return submitTo(post, { taskId, body });
  if (run < task.run)
    return submitTo(post, { taskId: await forkOnce(office, { taskId, beforeRun: run + 1, key }), body });
  if (task.openRun !== null) throw isBusy(task);
  return submitTo(post, { taskId, body });
}

async function begin(post: ConversationPost, conversation: Conversation): Promise<Posted> {
  if (!hasWords(conversation.turns)) throw nothingNew();
  const { key, office } = post;
  const body = toMessageText(conversation);
  return submitTo(post, { body, ...(key === undefined ? {} : { taskId: toTaskId(key, office.owner) }) });
}

async function submitTo(
  { office, tools, responseFormat, key, routingInfo }: ConversationPost,
  message: Pick<PostOptions, 'body' | 'taskId'>,
): Promise<Posted> {
  const submitted = await office.submit({
    ...message,
    ...(tools === undefined ? {} : { tools }),
    ...(responseFormat === undefined ? {} : { responseFormat }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(routingInfo === undefined ? {} : { routingInfo }),
  });
  const task = await office.task(submitted.taskId);
  return { task: task!, slice: { ...submitted, posted: submitted.after } };
}

/** Whether a call does not wait for its output, or has got another one. */
function isRefused(error: unknown): error is PosthouseError {
  return PosthouseError.isInstance(error) && (error.code === 'call_not_found' || error.code === 'call_answered');
}

/** Whether a conversation refers to something instead of telling it. */
function hasNames(turns: readonly Turn[]): boolean {
  return turns.some((turn) => turn.type === 'named');
}

function nothingNew(): PosthouseError {
  return new PosthouseError({
    code: 'invalid_input',
    message: 'there is nothing to answer: the input has to end with a message or with outputs of function calls',
    details: [problem(['input'], 'something new', undefined)],
  });
}

function isBusy({ status }: Task): PosthouseError {
  return status === 'paused'
    ? new PosthouseError({
        code: 'invalid_input',
        message: 'No tool output found for the function calls of the previous response; answer them, or cancel it.',
        details: [problem(['input'], 'outputs of the open function calls', undefined)],
      })
    : new PosthouseError({
        code: 'task_running',
        message: 'the previous response is still being written; wait for it, or cancel it',
      });
}

function missing(param: string, id: string, what: string): PosthouseError {
  return new PosthouseError({
    code: 'task_not_found',
    message: `${what} with id '${id.slice(0, 200)}' not found.`,
    details: [problem([param], 'an id of yours', id)],
  });
}
