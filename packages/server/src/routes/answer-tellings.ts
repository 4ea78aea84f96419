import type { Submitted } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { findRunStart } from '../streams/find-run-start.ts';
import { answerEventStream } from './event-stream.ts';

export type AnswerTellingsOptions = {
  task: Task;
  /** The message, or the results, whose run is told, and where they were posted. */
  submitted: Submitted;
  /** The newest entry that the reader was told of; unless given, the last one before it was posted. */
  seen?: number;
  /** How much it has of the texts behind that. */
  has?: ReadonlyMap<string, number>;
  timeoutMs?: number;
};

/** Answers with what there is to tell of a run behind a place in the log, to its end or until it waits for somebody. */
export async function answerTellings(
  c: Context<AppEnv>,
  { streams, served }: AppParts,
  { task, submitted, seen = submitted.after, has, timeoutMs }: AnswerTellingsOptions,
): Promise<Response> {
  const after = await findRunStart(served.store, task, submitted);
  return answerEventStream(c, task.taskId, (outgoing) =>
    streams.openTellings({
      task,
      submitted,
      after,
      seen,
      has,
      timeoutMs,
      outgoing,
    }),
  );
}
