import {
  defined,
  invalidInput,
  type JSONSchema,
  MESSAGE_TYPES,
  type PostMessage,
  postMessageWire,
  type ToolSpec,
} from '@posthouse/protocol';
import type { CallAnswers, PostOptions } from '@posthouse/runtime';
import { toMailType } from '../app/to-mail-type.ts';
import type { TaskPlace } from './fork-once.ts';
import { toAnswers } from './to-answers.ts';

/**
 * How the answer is given: when the run has ended, as its log grows, with the text as it is written, or as what there is to
 * tell of it.
 */
export type Delivery = 'whole' | 'log' | 'tokens' | 'tellings';

/** What somebody asks for with a message, and how. */
export type PostPlan = {
  swarm?: string;
  delivery: Delivery;
  showEvents: boolean;
  /** How long to wait, if the caller says so; the run goes on afterwards. */
  timeoutMs?: number;
  /** Where in the task it continues: in a fork of it, if the task has continued since. */
  place?: TaskPlace;
  /** The task that must be there already, if one must. */
  resumes?: string;
  /** Either a message, or results for calls that wait. */
  work: { post: Omit<PostOptions, 'idempotencyKey' | 'signal' | 'timeoutMs'> } | { answers: CallAnswers };
};

const FALSY_IS_ABSENT = ['task_id', 'msg_type', 'subject', 'entrypoint', 'resume_from', 'swarm', 'kwargs', 'stream'];
/** What timers can count to. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Reads the body of `POST /message` and `POST /ui/message`: what MAIL's clients send, and our additions. */
export function toPostPlan(body: Record<string, unknown>, { streams = false } = {}): PostPlan {
  const { value } = postMessageWire.parse(withoutFalsy(body));
  const { kwargs = {}, resumeFrom, taskId } = value;
  const plan = {
    swarm: value.swarm,
    delivery: toDelivery(body.stream === false ? false : (value.stream ?? streams)),
    showEvents: value.showEvents ?? false,
    ...toPlace(value),
    timeoutMs: kwargs.timeout && toTimeoutMs(kwargs.timeout),
    resumes: resumeFrom && taskId,
  };
  if (resumeFrom !== undefined && taskId === undefined) throw invalidInput('task_id is required with resume_from');
  const results = kwargs.toolResults ?? kwargs.breakpointToolCallResult;
  if (resumeFrom !== 'breakpoint_tool_call') return { ...plan, work: { post: toPost(value) } };
  if (results === undefined) {
    throw invalidInput('kwargs.tool_results or kwargs.breakpoint_tool_call_result is required to resume a breakpoint');
  }
  return { ...plan, work: { answers: toAnswers(results) } };
}

/** How a wait is limited, in what timers understand. */
export function toTimeoutMs(seconds: number): number {
  return Math.min(Math.ceil(seconds * 1000), MAX_TIMER_MS);
}

export function toDelivery(stream: boolean | 'tokens' | 'tellings'): Delivery {
  if (typeof stream === 'string') return stream;
  return stream ? 'log' : 'whole';
}

/** MAIL takes an empty text, a zero or a null for no value at all, and has words of its own for a wrong type. */
function withoutFalsy(body: Record<string, unknown>): Record<string, unknown> {
  const filled = Object.entries(body).filter(([key, value]) => Boolean(value) || !FALSY_IS_ABSENT.includes(key));
  const { msg_type: type, entrypoint, ...rest } = Object.fromEntries(filled);
  if (type !== undefined && typeof type !== 'string') {
    throw invalidInput(`msg_type must be a string, got ${toMailType(type)}`);
  }
  if (type !== undefined && !(MESSAGE_TYPES as readonly string[]).includes(type)) {
    throw invalidInput(`invalid message type: ${type.slice(0, 100)}`);
  }
  const name = typeof entrypoint === 'string' ? entrypoint.trim() : entrypoint;
  return {
    ...rest,
    ...defined({ msg_type: type }),
    ...(name === undefined || name === '' ? {} : { entrypoint: name }),
  };
}

function toPost(value: PostMessage): Extract<PostPlan['work'], { post: unknown }>['post'] {
  const {
    body = '',
    subject,
    taskId,
    entrypoint,
    msgType = 'request',
    tools,
    responseFormat,
    bypassSupervisor,
  } = value;
  if (body === '') throw invalidInput('no message provided');
  if (msgType !== 'request' && msgType !== 'broadcast') {
    throw invalidInput(`a message of type '${msgType}' cannot be posted; choose 'request' or 'broadcast'`);
  }
  const { maxSteps, limits, budget } = value.kwargs ?? {};
  return {
    body,
    messageType: msgType,
    subject,
    taskId,
    entrypoint,
    tools: tools as ToolSpec[] | undefined,
    responseFormat: responseFormat as JSONSchema | undefined,
    bypassSupervisor,
    budget,
    ...(maxSteps === undefined && limits === undefined ? {} : { limits: { messages: maxSteps, ...limits } }),
  };
}

function toPlace({ taskId, after, beforeRun }: PostMessage): Pick<PostPlan, 'place'> {
  if (after === undefined && beforeRun === undefined) return {};
  if (taskId === undefined) throw invalidInput('task_id is required with after and before_run');
  if (after === undefined) return { place: { beforeRun: beforeRun! } };
  if (beforeRun === undefined) return { place: { after } };
  throw invalidInput('after and before_run both name a place to continue from; send only one of them');
}
