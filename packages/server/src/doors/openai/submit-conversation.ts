import { createHash } from 'node:crypto';
import {
  invalidInput,
  type JSONObject,
  type JSONSchema,
  PosthouseError,
  problem,
  readHistory,
  type ToolSpec,
} from '@posthouse/protocol';
import type { SwarmInstance, PostOptions, Submitted } from '@posthouse/runtime';
import type { Store, Task } from '@posthouse/store';
import { forkOnce } from '../../routes/fork-once.ts';
import { toDigestInfo, withRetold } from '../../routes/history-digest.ts';
import { toNewTaskId } from '../../routes/idempotency.ts';
import { readSince } from '../../routes/read-since.ts';
import type { Slice, SlicePlace } from '../read-slice.ts';
import { type Conversation, hasWords, toMessageText, type Turn } from './conversation.ts';
import { toItemId } from './door-ids.ts';
import { type GivenOutput, giveOutputs, splitOutputs, unknownCall } from './give-outputs.ts';
import { type DoorMark, readPast, toPlace } from './read-past.ts';
import { readRunSoFar } from './read-run-so-far.ts';
import { tellNamed } from './tell-named.ts';

export type ConversationPost = {
  store: Store;
  instance: SwarmInstance;
  conversation: Conversation;
  tools?: ToolSpec[];
  responseFormat?: JSONSchema;
  /** The response that this one comes behind, when the client says so. */
  previous?: { id: string; place: SlicePlace };
  /**
   * When to continue a task that only the history names: whenever an item of the history tells which (`items`), or only
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
 * Does what a conversation comes to: gives results to calls that wait, continues the task that has come so far, or
 * begins a new one that is told everything.
 */
export async function submitConversation(post: ConversationPost): Promise<Posted> {
  const { instance, previous, key } = post;
  // Who names the response before has a history that begins with it.
  const front: Turn[] = previous === undefined ? [] : [{ type: 'named', itemId: toItemId('msg', previous.place, 0) }];
  const turns = [...front, ...post.conversation.turns];
  const { newest, all } = await readPast(post, turns, (turn) => (isPlace(post, turn) ? toPlace(turn) : undefined));
  const left: DoorMark[] = [];
  for (let past = newest; ; past = await all()) {
    const { type, mark, from, digest } = readHistory(past, left);
    const news = turns.slice(from);
    if (previous !== undefined && type !== 'after')
      throw missing('previous_response_id', previous.id, 'Previous response');
    if (type === 'after') {
      const posted = await continueTask(post, mark, { news, digest });
      if (posted !== undefined) return posted;
      if (previous !== undefined) return branchOff(post, mark, { news, digest });
      left.push(mark);
    } else {
      const body = await toBody(post, news);
      const to =
        type === 'begin'
          ? key && (await toNewTaskId(key, instance))
          : await forkOnce(instance, { taskId: mark.taskId, beforeRun: mark.run, key });
      const unlessKeyDeleted = type === 'begin';
      return submitTo(post, { body, unlessKeyDeleted, taskId: to }, digest);
    }
  }
}

/**
 * Whether a turn says where the conversation leaves a task. What a chat sends back of an answer has no id, so there only
 * calls tell, and only those that it has results for.
 */
function isPlace({ continues, conversation: { turns } }: ConversationPost, turn: Turn): boolean {
  if (continues === 'items') return true;
  return turn.type === 'called' && turns.some((each) => each.type === 'gave' && each.callId === turn.callId);
}

/** Continues after an answer. Undefined when its task has continued within the same run, where nobody can. */
async function continueTask(
  post: ConversationPost,
  { task, run, seq }: DoorMark,
  { news, digest }: { news: readonly Turn[]; digest: string },
): Promise<Posted | undefined> {
  const { store, instance, key } = post;
  const { taskId } = task;
  const { outputs, words } = splitOutputs(news, taskId);
  const before = key === undefined ? undefined : await instance.posted(taskId, key);
  // A message that is sent again has moved the task on itself.
  if (before !== undefined && hasWords(words))
    return submitTo(post, { taskId, body: await toBody(post, words) }, digest);
  if (before !== undefined) return { task, slice: toSlice(before) };
  const stray = words.find((turn) => turn.type === 'gave');
  if (post.previous !== undefined && stray?.type === 'gave') throw unknownCall(stray.callId);
  const given = outputs.length === 0 ? undefined : await giveOrLeave(post, task, outputs);
  if (given === 'left') return undefined;
  if (given !== undefined && !hasWords(words)) return { task, slice: given.slice };
  const withGiven = given === undefined || words.some(isAnswer) ? undefined : given.slice;
  const body = await toBody(post, words, { instructed: withGiven === undefined });
  const wordsKey = withGiven && `words ${withGiven.posted} ${createHash('sha256').update(body).digest('hex')}`;
  const again = wordsKey && (await instance.posted(taskId, wordsKey));
  // Words that come with results join the run that the results set going again, unless that has ended first.
  const toJoined = (joined: Submitted): Slice =>
    joined.run === run ? { ...withGiven!, messageId: joined.messageId } : toSlice(joined);
  if (again) return { task, slice: toJoined(again) };
  const { isLeft } = await readSince(store, task, { seq, ...(given && { given: given.callIds }) });
  if (isLeft) return undefined;
  const { run: newest, openRun, status } = (await instance.task(taskId))!;
  if (run < newest) {
    const fork = await forkOnce(instance, { taskId, beforeRun: run + 1, key });
    return submitTo(post, { taskId: fork, body }, digest);
  }
  if (openRun === null) return submitTo({ ...post, ...(wordsKey && { key: wordsKey }) }, { taskId, body }, digest);
  if (withGiven === undefined) throw isBusy(status);
  const routingInfo = toDigestInfo(digest);
  return { task, slice: toJoined(await instance.submit({ taskId, body, idempotencyKey: wordsKey!, routingInfo })) };
}

/**
 * Goes another way from a response in the middle of a run, where nobody can fork: before that run, and its part of the
 * conversation is told again. The client has not sent it, but the log knows it.
 */
async function branchOff(
  post: ConversationPost,
  { task, run, seq }: DoorMark,
  { news, digest }: { news: readonly Turn[]; digest: string },
): Promise<Posted> {
  const { store, instance } = post;
  const { taskId } = task;
  const { turns, digests, open } = await readRunSoFar(store, task, { run, seq });
  const given = new Set(news.flatMap((turn) => (turn.type === 'gave' ? [turn.callId] : [])));
  if (open.some((callId) => !given.has(callId))) throw isBusy('paused');
  const body = await toBody(post, [...turns, ...news]);
  // The same words twice are one branch, also without a key.
  const key = post.key ?? `branch ${taskId} ${seq} ${createHash('sha256').update(body).digest('hex')}`;
  const to = await forkOnce(instance, { taskId, beforeRun: run, key });
  return submitTo({ ...post, key }, { taskId: to, body }, withRetold(digest, digests));
}

/** A history tells all there is to know, so where nobody waits for results any more, somebody else can be told of them. */
async function giveOrLeave(
  post: ConversationPost,
  task: Task,
  outputs: readonly GivenOutput[],
): Promise<Awaited<ReturnType<typeof giveOutputs>> | 'left'> {
  return giveOutputs({ ...post, task }, outputs).catch(async (error: unknown) => {
    if (!PosthouseError.isInstance(error) || error.code !== 'call_not_found') throw error;
    const told = post.previous === undefined ? await tellNamed(post, post.conversation.turns) : undefined;
    if (told === undefined || told.some(isName)) throw unknownCall(outputs[0]!.id);
    return 'left' as const;
  });
}

/** What an agent is told. Throws when it is nothing, or when part of it is only a name. */
async function toBody(
  post: ConversationPost,
  news: readonly Turn[],
  { instructed = true }: { instructed?: boolean } = {},
): Promise<string> {
  const turns = await tellNamed(post, news);
  const named = turns.find(isName);
  if (named !== undefined) throw missing('input', named.itemId, 'Item');
  if (!hasWords(turns)) throw nothingNew();
  return toMessageText({ instructions: instructed ? post.conversation.instructions : '', turns });
}

async function submitTo(
  { instance, tools, responseFormat, key, routingInfo }: ConversationPost,
  message: Pick<PostOptions, 'body' | 'taskId' | 'unlessKeyDeleted'>,
  digest: string,
): Promise<Posted> {
  const submitted = await instance.submit({
    ...message,
    tools,
    responseFormat,
    idempotencyKey: key,
    routingInfo: { ...routingInfo, ...toDigestInfo(digest) },
  });
  const task = await instance.task(submitted.taskId);
  return { task: task!, slice: toSlice(submitted) };
}

function toSlice(submitted: Submitted): Slice {
  return { ...submitted, posted: submitted.after };
}

function isAnswer(turn: Turn): boolean {
  return turn.type === 'called' || (turn.type === 'said' && turn.role === 'assistant');
}

function isName(turn: Turn): turn is Turn & { type: 'named' } {
  return turn.type === 'named';
}

function nothingNew(): PosthouseError {
  return invalidInput(
    'there is nothing to answer: the input must end with a message or with outputs of function calls',
    {
      details: [problem(['input'], 'something new', undefined)],
    },
  );
}

function isBusy(status: Task['status']): PosthouseError {
  return status === 'paused'
    ? invalidInput('No tool output found for the function calls of the previous response; answer them, or cancel it.', {
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
