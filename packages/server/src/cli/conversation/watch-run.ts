import type { FrameStream, MAILClient } from '@posthouse/client';
import { PosthouseError } from '@posthouse/protocol';
import { type Outcome, OutcomeReader } from './outcome.ts';
import type { TaskView } from './task-view.ts';

/** Shows the frames of a run up to its end or its next pause, and tells how it came out. */
export async function watchRun(client: MAILClient, stream: FrameStream, view: TaskView): Promise<Outcome> {
  const reader = new OutcomeReader();
  for await (const frame of stream) {
    reader.read(frame);
    view.show(frame);
  }
  const outcome = reader.outcome ?? (await readOutcome(client, stream.taskId));
  view.finish(outcome);
  return outcome;
}

/** A stream that began behind the end of a task has nothing to tell; its record has. */
async function readOutcome(client: MAILClient, taskId: string): Promise<Outcome> {
  const { status = 'running' } = await client.getTask(taskId);
  if (status !== 'running') return { status, response: '' };
  throw new PosthouseError({ code: 'stream_cut', message: `the stream of task '${taskId}' ended before the task did` });
}
