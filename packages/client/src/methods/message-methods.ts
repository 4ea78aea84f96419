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
} from '@posthouse/protocol/light';
import type { Request, RequestOptions } from '../http/request.ts';
import type { Reader } from '../http/request-json.ts';
import { type FrameStream, toFrameStream } from '../streams/frame-stream.ts';
import { messageSource } from '../streams/message-source.ts';
import { streamFrames } from '../streams/stream-frames.ts';
import type { StreamOptions } from '../streams/stream-options.ts';
import { taskSource, toTaskPath } from '../streams/task-source.ts';
import { type Caller, toRequestOptions } from './caller.ts';
import type { SwarmChoice } from './server-methods.ts';

/** For requests that hand something over: the same key twice is one message. A new one is made unless it is given. */
export type KeyOptions = { idempotencyKey?: string };

/** A message to a swarm. Without `taskId` it opens a task whose id the client chooses. */
export type NewMessage = Omit<PostMessage, 'stream'>;

/** What the methods that stream take. */
export type MessageStreamOptions = KeyOptions &
  StreamOptions & {
    /** Also show text while agents write it. */
    tokens?: boolean;
  };

/** Results for the calls that a paused task waits for: by call, or just a text or `{ content }` if there is only one. */
export type ResumeResults = string | { content: JSONValue } | CallResults;

/** What became of a message. `status` and `code` come from servers of ours only. */
export type Answer = MessageResult & { taskId: string };

/** Messages to agents, and their answers. */
export type MessageMethods = {
  /**
   * Posts a message and waits for the answer, as long as that takes.
   *
   * @example
   * const { response, taskId } = await client.postMessage({ body: 'What is 2 + 2?' });
   */
  postMessage(message: NewMessage, options?: KeyOptions & RequestOptions): Promise<Answer>;
  /**
   * Posts a message and gives what happens as it happens, up to the end of the run. Cut off, it goes on where it was.
   *
   * @example
   * const stream = client.postMessageStream({ body: 'What is 2 + 2?' }, { tokens: true });
   * for await (const frame of stream) console.log(frame.event);
   */
  postMessageStream(message: Omit<NewMessage, 'showEvents'>, options?: MessageStreamOptions): FrameStream;
  /** Gives a paused task the results it waits for, and waits for the answer. */
  resume(taskId: string, results: ResumeResults, options?: KeyOptions & RequestOptions & SwarmChoice): Promise<Answer>;
  /** Gives a paused task the results it waits for, and shows what happens then. */
  resumeStream(taskId: string, results: ResumeResults, options?: MessageStreamOptions & SwarmChoice): FrameStream;
  /** Asks in the manner of OpenAI's Responses. For servers in debug mode. */
  responses(request: ResponsesRequest, options?: RequestOptions & KeyOptions): Promise<JSONObject>;
};

/** A run may take hours. */
const AS_LONG_AS_IT_TAKES = { timeoutMs: Number.POSITIVE_INFINITY };

export function messageMethods(caller: Caller): MessageMethods {
  const answer = async (taskId: string, post: Request, options: KeyOptions & RequestOptions): Promise<Answer> => {
    const { idempotencyKey = newId() } = options;
    const request = { ...post, ...AS_LONG_AS_IT_TAKES, ...toRequestOptions(options) };
    return { taskId, ...(await caller.keyed(request, idempotencyKey, messageResultWire)) };
  };

  const stream = (taskId: string, post: Request, options: MessageStreamOptions & SwarmChoice): FrameStream => {
    const { swarm, tokens = false, idempotencyKey = newId(), ...rest } = options;
    const request = toRequestOptions(rest);
    const task = taskSource(caller, { taskId, swarm, tokens, later: false, request });
    const source = messageSource(caller, { post: { ...post, ...request }, idempotencyKey, task });
    return toFrameStream(streamFrames(source, { ...caller.streams, ...rest }), taskId);
  };

  return {
    async postMessage(message, options = {}) {
      const taskId = message.taskId ?? newId();
      return answer(taskId, toPost({ ...message, taskId, stream: false }), options);
    },
    postMessageStream(message, options = {}) {
      const taskId = message.taskId ?? newId();
      const post = toPost({ ...message, taskId, stream: options.tokens === true ? 'tokens' : true });
      return stream(taskId, post, { ...options, swarm: message.swarm });
    },
    async resume(taskId, results, options = {}) {
      return answer(taskId, toResume(taskId, options.swarm, { results: toWireResults(results) }), options);
    },
    resumeStream(taskId, results, options = {}) {
      const body = { results: toWireResults(results), stream: options.tokens === true ? 'tokens' : true };
      return stream(taskId, toResume(taskId, options.swarm, body), options);
    },
    async responses(request, options = {}) {
      const body = responsesRequestWire.emit(request);
      const post: Request = { method: 'POST', path: '/responses', body, ...AS_LONG_AS_IT_TAKES };
      const patient = { ...post, ...toRequestOptions(options) };
      // Without a task that both could belong to, a second try would be a second task.
      if (request.previousResponseId === undefined) return caller.once(patient, responseReader);
      return caller.keyed(patient, options.idempotencyKey ?? newId(), responseReader);
    },
  };
}

/** `kwargs` is always there, because the reference's own client sends it. */
function toPost(message: PostMessage): Request {
  return { method: 'POST', path: '/message', body: postMessageWire.emit({ kwargs: {}, ...message }) };
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
