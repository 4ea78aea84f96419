import { formatInstance, type Instance } from '../addresses/instance.ts';
import { swarmOf } from '../addresses/swarm-of.ts';
import { type MAILFrame, mailFrameWire } from '../frames/mail-frame.ts';
import type { TaskRecord } from '../http/task-bodies.ts';
import type { LogEntry } from '../log/log-entry.ts';
import { type MAILMessage, mailMessageWire } from '../messages/mail-message.ts';
import { nextStanding, type Standing } from '../telling/standing.ts';
import { restamp } from '../timestamp.ts';
import { toMailFrames } from './to-mail-frames.ts';

/** What a record tells beside the log. */
export type TaskFacts = {
  taskId: string;
  owner: Instance;
  startedAt: string;
  contributors?: string[];
  title?: string;
  /** Mail that waits, as MAIL lists it: tier, order of arrival, message. */
  queue?: [number, number, MAILMessage][];
};

/** A task as MAIL's `/task` shows it, from the beginning of its log up to any entry. */
export function toTaskRecord(task: TaskFacts, entries: readonly LogEntry[]): TaskRecord {
  const context = { taskId: task.taskId, swarm: task.owner.swarm };
  const owner = formatInstance(task.owner);
  const status = toStatus(entries);
  return {
    taskId: task.taskId,
    taskOwner: owner,
    taskContributors: task.contributors ?? [owner],
    startTime: restamp(task.startedAt),
    events: entries.flatMap((entry) => toMailFrames(entry, context)).map(toStoredEvent),
    isRunning: status === 'running',
    taskMessageQueue: (task.queue ?? []).map(([tier, order, message]) => [
      tier,
      order,
      mailMessageWire.emitTrusted(message),
    ]),
    remoteSwarms: toRemoteSwarms(entries, task.owner.swarm),
    completed: status === 'complete' || status === 'error' || status === 'cancelled',
    title: task.title ?? null,
    status,
  };
}

function toStatus(entries: readonly LogEntry[]): NonNullable<TaskRecord['status']> {
  const standing = entries.reduce<Standing>(nextStanding, 'new');
  // MAIL has no word for a task that has not begun.
  return standing === 'new' ? 'running' : standing;
}

function toStoredEvent(frame: MAILFrame): TaskRecord['events'][number] {
  const { event, id, data } = mailFrameWire.emitTrusted(frame);
  return {
    event,
    data: JSON.stringify('response' in data ? toPastData(event, data) : data),
    id: id ?? null,
  };
}

/** In a record the end of a stream is an event like the others. */
function toPastData(
  event: string,
  data: { timestamp: string; task_id: string; response?: string | undefined },
): object {
  const { timestamp, task_id, response } = data;
  const description = event === 'task_complete' ? `response: '${response}'` : `error for task: ${response}`;
  return { timestamp, description, task_id, extra_data: {} };
}

function toRemoteSwarms(entries: readonly LogEntry[], local: string): string[] {
  const swarms = entries.flatMap((entry) => {
    if (entry.type === 'remote') return [entry.swarm];
    return entry.type === 'message' ? [swarmOf(entry.to)] : [];
  });
  return [...new Set(swarms)].filter((swarm) => swarm !== undefined && swarm !== local) as string[];
}
