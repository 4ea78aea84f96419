import type {
  CallResults,
  JSONObject,
  JSONValue,
  MessageResult,
  PostMessage,
  ResponsesRequest,
} from '@posthouse/protocol';
import {
  callResultsWire,
  messageResultWire,
  newId,
  parseJSON,
  postMessageWire,
  responsesRequestWire,
  type ToldQuestion,
} from '@posthouse/protocol/light';
import type { Request, RequestOptions } from '../http/request.ts';
import type { Reader } from '../http/request-json.ts';
import { FrameReader } from '../streams/frame-reader.ts';
import { messageSource } from './message-source.ts';
import { RunStreamReader } from '../streams/run-stream-reader.ts';
import { type StreamReader, streamItems } from '../streams/stream-items.ts';
import type { StreamOptions } from '../streams/stream-options.ts';
import { type StreamKind, taskSource, toTaskPath } from './task-source.ts';
import { type FrameStream, type TellingStream, toTaskStream } from '../streams/task-stream.ts';
import { type Requester, toRequestOptions } from './requester.ts';
import type { SwarmChoice } from './server-methods.ts';

/** For requests that change something: two requests with the same key are one. A new key is made if none is given. */
export type KeyOptions = { idempotencyKey?: string };

/** A message to a swarm. Without `taskId` it opens a task whose id the client chooses. */
export type NewMessage = Omit<PostMessage, 'stream'>;

/** Options of the methods that stream. */
export type MessageStreamOptions = KeyOptions & StreamOptions;

/** Results for the calls that a paused task waits for: by call, or a text or `{ content }` if there is only one. */
export type ResumeResults = string | { content: JSONValue } | CallResults;

export type ResumeTellingsOptions = MessageStreamOptions &
  SwarmChoice & {
    /** What the pause asked: the results of these calls are told as well. */
    questions?: readonly ToldQuestion[];
  };

/** The result of a message. Only our servers send `status` and `code`. */
export type Answer = MessageResult & { taskId: string };

/** Messages to agents, and their answers. */
export type MessageMethods = {
  /**
   * Posts a message and waits for the answer, however long it takes.
   *
   * @example
   * const { response, taskId } = await client.postMessage({ body: 'What is 2 + 2?' });
   */
  postMessage(message: NewMessage, options?: KeyOptions & RequestOptions): Promise<Answer>;
  /**
   * Posts a message and tells you about its run, up to its end or its next pause: text as it is written, calls and
   * their results, mail, questions. After a cut, it continues where it was, in the middle of a text if need be.
   *
   * @example
   * for await (const telling of client.postMessageTellings({ body: 'What is 2 + 2?' })) {
   *   if (telling.type === 'text' && telling.text.isAnswer) process.stdout.write(telling.delta);
   * }
   */
  postMessageTellings(message: Omit<NewMessage, 'showEvents'>, options?: MessageStreamOptions): TellingStream;
  /**
   * Posts a message and yields MAIL's frames as they come, up to the end of the run. After a cut, it continues where
   * it was.
   */
  postMessageStream(message: Omit<NewMessage, 'showEvents'>, options?: MessageStreamOptions): FrameStream;
  /** Gives a paused task the results it waits for, and waits for the answer. */
  resume(taskId: string, results: ResumeResults, options?: KeyOptions & RequestOptions & SwarmChoice): Promise<Answer>;
  /** Gives a paused task the results it waits for, and tells you what follows. */
  resumeTellings(taskId: string, results: ResumeResults, options?: ResumeTellingsOptions): TellingStream;
  /** Asks as OpenAI's Responses does. For servers in debug mode. */
  responses(request: ResponsesRequest, options?: RequestOptions & KeyOptions): Promise<JSONObject>;
};

/** A run may take hours. */
const AS_LONG_AS_IT_TAKES = { timeoutMs: Number.POSITIVE_INFINITY };

export function messageMethods(requester: Requester): MessageMethods {
  const answer = async (taskId: string, post: Request, options: KeyOptions & RequestOptions): Promise<Answer> => {
    const { idempotencyKey = newId() } = options;
    const request = { ...post, ...AS_LONG_AS_IT_TAKES, ...toRequestOptions(options) };
    return { taskId, ...(await requester.keyed(request, idempotencyKey, messageResultWire)) };
  };

  const stream = <Item>(
    { taskId, post, of, reader }: { taskId: string; post: Request; of: StreamKind; reader: StreamReader<Item> },
    { swarm, idempotencyKey = newId(), ...options }: MessageStreamOptions & SwarmChoice,
  ) => {
    const request = toRequestOptions(options);
    const task = taskSource(requester, { taskId, swarm, of, request });
    const source = messageSource(requester, { post: { ...post, ...request }, idempotencyKey, task });
    return toTaskStream(streamItems(source, reader, { ...requester.streams, ...options }), taskId);
  };

  return {
    async postMessage(message, options = {}) {
      const taskId = message.taskId ?? newId();
      return answer(taskId, toPost({ ...message, taskId, stream: false }), options);
    },
    postMessageStream(message, options = {}) {
      const taskId = message.taskId ?? newId();
      const post = toPost({ ...message, taskId, stream: true });
      return stream({ taskId, post, of: 'events', reader: new FrameReader() }, { ...options, swarm: message.swarm });
    },
    postMessageTellings(message, options = {}) {
      const taskId = message.taskId ?? newId();
      const post = toPost({ ...message, taskId, stream: 'tellings' });
      const reader = new RunStreamReader({ declared: new Set(message.tools?.map(({ name }) => name)) });
      return stream({ taskId, post, of: 'tellings', reader }, { ...options, swarm: message.swarm });
    },
    async resume(taskId, results, options = {}) {
      return answer(taskId, toResume(taskId, options.swarm, { results: toWireResults(results) }), options);
    },
    resumeTellings(taskId, results, { questions = [], ...options } = {}) {
      const post = toResume(taskId, options.swarm, { results: toWireResults(results), stream: 'tellings' });
      const reader = new RunStreamReader({ adopted: questions.map(({ call }) => call) });
      return stream({ taskId, post, of: 'tellings', reader }, options);
    },
    async responses(request, options = {}) {
      const body = responsesRequestWire.emit(request);
      const post: Request = { method: 'POST', path: '/responses', body, ...AS_LONG_AS_IT_TAKES };
      const patient = { ...post, ...toRequestOptions(options) };
      // Without a task that both could belong to, a second try would be a second task.
      if (request.previousResponseId === undefined) return requester.once(patient, responseReader);
      return requester.keyed(patient, options.idempotencyKey ?? newId(), responseReader);
    },
  };
}

/** `kwargs` is always there, because the reference's own client sends it. */
function toPost(message: PostMessage): Request {
  return { method: 'POST', path: '/message', body: postMessageWire.emit({ ...message, kwargs: message.kwargs ?? {} }) };
}

function toResume(taskId: string, swarm: string | undefined, body: object): Request {
  return { method: 'POST', path: toTaskPath(taskId, '/resume'), query: { swarm }, body };
}

function toWireResults(results: ResumeResults): unknown {
  return Array.isArray(results) ? callResultsWire.emit(results) : results;
}

/** The reference wraps its answer in a string; whoever does not is understood as well. */
const responseReader: Reader<JSONObject> = {
  parse: (input) => ({ value: (typeof input === 'string' ? parseJSON(input) : input) as JSONObject, dropped: [] }),
};
