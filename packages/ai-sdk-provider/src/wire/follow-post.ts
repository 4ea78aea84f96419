import { APICallError, type JSONObject } from '@ai-sdk/provider';
import { RunReader, type Telling, type TimedTelling } from '@posthouse/protocol/light';
import { MAILTaskError } from '../mail-task-error.ts';
import { type FetchedResponse, platform, type Signal } from '../platform.ts';
import type { CallPlan } from '../request/plan-call.ts';
import type { MailServer } from './mail-server.ts';
import { readStream } from './read-stream.ts';

/** How long to wait before each new connection, as long as none brings anything. */
const WAITS_MS = [50, 200, 1_000, 3_000, 5_000];

/**
 * What is told of a posted message up to its end or its pause, over as many connections as it takes. A stream that was cut
 * goes on where it stopped, in the middle of a text if need be.
 */
export async function* followPost(options: {
  server: MailServer;
  plan: CallPlan;
  body: JSONObject;
  key: string;
  response: FetchedResponse;
  signal: Signal;
}): AsyncGenerator<TimedTelling> {
  const { server, plan, body, key, signal } = options;
  const reader = new RunReader(plan);
  let response: FetchedResponse | undefined = options.response;
  // Only a server with a log can go on where it stopped; one that has none would take a second post for a second message.
  const hasLog = response.headers.get('x-task-id') !== null;
  let failures = 0;
  /** A pause for a budget is the end only if nothing follows: it may have been raised since. */
  let pause: TimedTelling | undefined;

  for (;;) {
    let cause: unknown;
    try {
      response ??= await (reader.query ? server.follow(plan, reader.query, signal) : server.post(body, key, signal));
      reader.begin();
      for await (const event of readStream(response)) {
        for (const told of reader.read(event)) {
          // News is progress: a long text may take many connections.
          failures = 0;
          const { type, budget } = told.telling as Telling & { type: 'pause' };
          pause = budget && told;
          if (pause) continue;
          yield told;
          if (/^(end|pause)$/.test(type)) return;
        }
      }
    } catch (error) {
      if (signal.aborted) throw error;
      if (APICallError.isInstance(error) && error.statusCode && !error.isRetryable) throw error;
      cause = error;
    }
    if (pause) return yield pause;
    response = undefined;
    const wait = WAITS_MS[failures];
    if (!(hasLog || reader.query) || !wait) throw toLoss(plan.taskId, cause);
    failures += 1;
    await new Promise<void>((resolve) => platform.setTimeout(resolve, wait));
    if (signal.aborted) throw signal.reason;
  }
}

function toLoss(taskId: string, cause: unknown): MAILTaskError {
  const reason = cause ? `: ${cause instanceof Error ? cause.message : String(cause)}` : '';
  const message = `The stream of task '${taskId}' ended before the task did${reason}`;
  return new MAILTaskError({ message, taskId, code: 'stream_lost', cause });
}
