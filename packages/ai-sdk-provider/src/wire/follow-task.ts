import { APICallError, type JSONObject } from '@ai-sdk/provider';
import { MAILTaskError } from '../mail-task-error.ts';
import { type FetchedResponse, platform, type Signal } from '../platform.ts';
import type { Frame } from './frame.ts';
import type { MailServer, TaskPlace } from './mail-server.ts';
import { readFrames } from './read-frames.ts';

/** How long to wait before each new connection, as long as none brings anything. */
const WAITS_MS = [50, 200, 1_000, 3_000, 5_000];

/**
 * The frames of a posted message up to the one that ends it, over as many connections as it takes. A stream that was cut
 * goes on behind the last entry that arrived, or from the beginning if none did; text has offsets, so none is told twice.
 */
export async function* followTask(options: {
  server: MailServer;
  task: TaskPlace;
  body: JSONObject;
  key: string;
  response: FetchedResponse;
  signal: Signal;
}): AsyncGenerator<Frame> {
  const { server, task, body, key, signal } = options;
  let response: FetchedResponse | undefined = options.response;
  // Only a server with a log can go on where it stopped; one that has none would take a second post for a second message.
  let resumable = response.headers.get('x-task-id') !== null;
  let after: string | undefined;
  let failures = 0;
  for (;;) {
    let cause: unknown;
    try {
      response ??= await (after === undefined ? server.post(body, key, signal) : server.follow(task, after, signal));
      for await (const frame of readFrames(response)) {
        if (frame.id !== undefined) [after, resumable, failures] = [frame.id, true, 0];
        yield frame;
        if (frame.end !== undefined) return;
      }
    } catch (error) {
      if (signal.aborted) throw error;
      if (APICallError.isInstance(error) && error.statusCode !== undefined && !error.isRetryable) throw error;
      cause = error;
    }
    response = undefined;
    const wait = WAITS_MS[failures];
    if (!resumable || wait === undefined) throw toLoss(task.taskId, cause);
    failures += 1;
    await new Promise<void>((resolve) => platform.setTimeout(resolve, wait));
    if (signal.aborted) throw signal.reason;
  }
}

function toLoss(taskId: string, cause: unknown): MAILTaskError {
  const reason = cause === undefined ? '' : `: ${cause instanceof Error ? cause.message : String(cause)}`;
  const message = `The stream of task '${taskId}' ended before the task did${reason}`;
  return new MAILTaskError({ message, taskId, code: 'stream_lost', cause });
}
