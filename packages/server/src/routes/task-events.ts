import { toHeldTexts } from '@posthouse/chat';
import { invalidInput, type PosthouseError } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import type { AppParts } from '../app/app-parts.ts';
import { taskRoutes } from '../openapi/task-routes.ts';
import { answerTellings } from './answer-tellings.ts';
import { answerEventStream } from './event-stream.ts';
import { findTask } from './find-task.ts';
import { toFlag } from './query-values.ts';

/**
 * `GET /tasks/:task_id/events`: the log of a task as MAIL frames, from any point on. `GET /tasks/:task_id/tellings`: what
 * there is to tell of one run, behind what the reader has seen of it.
 */
export function addTaskEventRoutes(parts: AppParts): void {
  const { on, served, streams } = parts;

  on(taskRoutes.tellRun, async (c) => {
    const { swarm, run, message_id: messageId = '', after } = c.req.query();
    const task = await findTask(served.instance(c.get('caller'), swarm), c.req.param('task_id'));
    const seen = Math.min(toPlace(c.req.header('last-event-id') ?? after ?? '0'), task.head);
    const wanted = run === undefined ? task.run : toPlace(run);
    // Nothing would ever be told of a run that there is not.
    if (wanted < 1 || wanted > task.run) throw noRun(task, wanted);
    const submitted = { taskId: task.taskId, run: wanted, messageId, after: seen };
    return answerTellings(c, parts, { task, submitted, has: toHeldTexts(c.req.queries('has')) });
  });

  on(taskRoutes.followTask, async (c) => {
    const { swarm, tokens, follow, after } = c.req.query();
    // A browser that comes back sends the header; the query still says where it began.
    const from = toPlace(c.req.header('last-event-id') ?? after ?? '0');
    const options = { tokens: toFlag('tokens', tokens), follow: toFlag('follow', follow) };
    const task = await findTask(served.instance(c.get('caller'), swarm), c.req.param('task_id'));
    return answerEventStream(c, task.taskId, (outgoing) =>
      streams.open({
        task,
        after: Math.min(from, task.head),
        ...options,
        outgoing,
      }),
    );
  });
}

function noRun({ taskId, run }: Task, wanted: number): PosthouseError {
  const there = run === 0 ? 'no run yet' : run === 1 ? 'one run' : `runs 1 to ${run}`;
  return invalidInput(`there is no run ${wanted} to tell: task '${taskId}' has ${there}`);
}

function toPlace(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidInput('after and Last-Event-ID must be the id of a frame');
}
