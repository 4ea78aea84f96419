import type { Pace } from '@posthouse/chat';
import { PosthouseError, toQueuedText } from '@posthouse/protocol';
import type { Submitted, SwarmInstance } from '@posthouse/runtime';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { AppParts } from '../../app/app-parts.ts';
import { findTask } from '../../routes/find-task.ts';
import { awaitSlice } from '../read-out-slice.ts';
import type { Dialect } from '../slice-encoding.ts';
import type { DoorTelling } from '../tell-slice.ts';
import { readCallArguments, type SwarmCall } from './call-arguments.ts';
import { type CallOutcome, toCallResult } from './to-call-result.ts';

export type CallSwarm = {
  parts: Pick<AppParts, 'streams'>;
  instance: SwarmInstance;
  input: unknown;
  /** The id of the task that this call begins, and the key that makes it one, when the call has a name of its own. */
  own?: { taskId: string; key: string };
  /** Aborts when the client takes the call back: the run is stopped. */
  cancelled: AbortSignal;
  /** Aborts when nobody waits any more: the run continues. */
  left: AbortSignal;
  onTask: (taskId: string) => void;
  /** Is given who does what, a line each. */
  onProgress: (line: string) => void;
  /** How fast that is taken; at once unless given. */
  pace?: Pace;
};

/** Does what a tool call asks for, and waits until the swarm has answered or needs something. */
export async function callSwarm(options: CallSwarm): Promise<CallToolResult> {
  const { parts, instance, input, cancelled, left, onTask, onProgress, pace } = options;
  const call = readCallArguments(input);
  const submitted = await submit(instance, call, options.own);
  const { taskId } = submitted;
  onTask(taskId);
  const stop = (): void => void instance.cancel(taskId).catch(() => undefined);
  cancelled.addEventListener('abort', stop);
  if (cancelled.aborted) stop();
  try {
    const task = await findTask(instance, taskId);
    const slice = { ...submitted, posted: submitted.after };
    const outcome = await awaitSlice(
      parts,
      { task, slice, dialect: progressDialect },
      {
        signal: left,
        pace,
        onText: (lines) => lines.split('\n').filter(Boolean).forEach(onProgress),
      },
    );
    return toCallResult(taskId, outcome!);
  } finally {
    cancelled.removeEventListener('abort', stop);
  }
}

async function submit(instance: SwarmInstance, call: SwarmCall, own: CallSwarm['own']): Promise<Submitted> {
  const { message: body, taskId, results } = call;
  if (taskId !== undefined && (await instance.task(taskId)) === undefined) {
    throw new PosthouseError({
      code: 'task_not_found',
      message: `there is no task '${taskId}'; leave task_id out to begin one`,
    });
  }
  const once = own === undefined ? {} : { idempotencyKey: own.key };
  if (results.length > 0) {
    const given = await instance.resume(taskId!, results, once);
    if (body === undefined) return given;
    const words = own === undefined ? {} : { idempotencyKey: `${own.key} words` };
    const { messageId, run } = await instance.submit({ taskId: taskId!, body, ...words });
    return { ...given, messageId, run };
  }
  const task = taskId ?? own?.taskId;
  return instance.submit({ body: body!, taskId: task, ...once });
}

const MAX_LINE_LENGTH = 200;

/** Who does what, in lines for whoever waits; and how it came out, once it has. */
const progressDialect: Dialect<CallOutcome | undefined> = {
  id: 'progress',
  start: undefined,
  take: (before, telling) => ({
    state: telling.type === 'end' || telling.type === 'pause' ? telling : before,
    text: toProgress(telling) ?? '',
  }),
};

/** Undefined for what is of no interest to somebody who waits. */
function toProgress(telling: DoorTelling): string | undefined {
  const line = toLine(telling)?.replaceAll(/\s+/g, ' ');
  if (line === undefined) return undefined;
  return `${line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH - 1).toWellFormed()}…`}\n`;
}

function toLine(telling: DoorTelling): string | undefined {
  switch (telling.type) {
    case 'mail': {
      const { from, to, subject } = telling.mail;
      return subject === '' ? `${from} answers ${to}` : `${from} writes to ${to}: ${subject}`;
    }
    case 'text-start': {
      const { by, isAnswer } = telling.text;
      return isAnswer ? `${by.agent} writes the answer` : `${by.agent} thinks`;
    }
    case 'call': {
      const { by, kind, tool } = telling.call;
      return kind === 'mail' ? undefined : `${by.agent} calls ${tool}`;
    }
    case 'result': {
      const { call, result } = telling;
      if (call.kind === 'mail' || result.status === 'success') return undefined;
      return `${call.tool} of ${call.by.agent}: ${result.status === 'error' ? 'failed' : result.status}`;
    }
    case 'notice':
      return telling.text;
    case 'queued':
      return telling.place === 0 ? undefined : toQueuedText(telling.place);
    default:
      return undefined;
  }
}
