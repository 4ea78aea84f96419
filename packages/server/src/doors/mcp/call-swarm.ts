import { PosthouseError, type Telling } from '@posthouse/protocol';
import type { Engine, Office, Submitted } from '@posthouse/runtime';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { findTask } from '../../routes/find-task.ts';
import { followRun } from '../follow-run.ts';
import { runTeller } from '../run-teller.ts';
import { readCallArguments, type SwarmCall } from './call-arguments.ts';
import { type CallOutcome, toCallResult } from './to-call-result.ts';

export type CallSwarm = {
  engine: Engine;
  office: Office;
  input: unknown;
  /** The id of the task that this call begins, and the key that makes it one, when the call has a name of its own. */
  own?: { taskId: string; key: string };
  /** Aborts when the client takes the call back: the run is stopped. */
  cancelled: AbortSignal;
  /** Aborts when nobody waits any more: the run goes on. */
  left: AbortSignal;
  onTask: (taskId: string) => void;
  onTelling: (telling: Telling) => void;
};

/** Does what a tool call asks for, and waits until the swarm has answered or needs something. */
export async function callSwarm(options: CallSwarm): Promise<CallToolResult> {
  const { engine, office, input, cancelled, left, onTask, onTelling } = options;
  const call = readCallArguments(input);
  const submitted = await submit(office, call, options.own);
  const { taskId } = submitted;
  onTask(taskId);
  const stop = (): void => void office.cancel(taskId).catch(() => undefined);
  cancelled.addEventListener('abort', stop);
  if (cancelled.aborted) stop();
  try {
    let outcome: CallOutcome | undefined;
    const slice = { ...submitted, posted: submitted.after };
    const task = await findTask(office, taskId);
    const teller = runTeller(task, slice);
    await followRun({
      engine,
      task,
      slice,
      signal: left,
      take: (event) => {
        for (const telling of teller.take(event)) {
          if (telling.type === 'end' || telling.type === 'pause') outcome = telling;
          if (telling.type !== 'answer' && telling.type !== 'answer-retracted') onTelling(telling);
        }
      },
    });
    return toCallResult(taskId, outcome!);
  } finally {
    cancelled.removeEventListener('abort', stop);
  }
}

async function submit(office: Office, call: SwarmCall, own: CallSwarm['own']): Promise<Submitted> {
  const { message: body, taskId, results } = call;
  if (taskId !== undefined && (await office.task(taskId)) === undefined) {
    throw new PosthouseError({
      code: 'task_not_found',
      message: `there is no task '${taskId}'; leave task_id out to begin one`,
    });
  }
  const once = own === undefined ? {} : { idempotencyKey: own.key };
  if (results.length > 0) {
    const given = await office.resume(taskId!, results, once);
    if (body === undefined) return given;
    const words = own === undefined ? {} : { idempotencyKey: `${own.key} words` };
    const { messageId, run } = await office.submit({ taskId: taskId!, body, ...words });
    return { ...given, messageId, run };
  }
  const task = taskId ?? own?.taskId;
  return office.submit({ body: body!, ...(task === undefined ? {} : { taskId: task }), ...once });
}
