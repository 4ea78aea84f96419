import { defined, isUserEntry, type LogEntry, type TaskRecord, toTaskRecord, toTitle } from '@posthouse/protocol';
import type { QueuePlace } from '@posthouse/runtime';
import { readWholeLog, type Store, type Task } from '@posthouse/store';

/** A task as MAIL shows it. */
export async function readTaskRecord(store: Store, task: Task): Promise<TaskRecord> {
  const [log, { mail }] = await Promise.all([readWholeLog(store, task.key), store.load(task.key)]);
  const { contributors } = task.data as { contributors?: string[] };
  const title = toTaskTitle(log);
  return toTaskRecord(
    {
      taskId: task.taskId,
      owner: task.owner,
      startedAt: task.createdAt,
      ...defined({ contributors, title }),
      // News of a completion waits quietly for whoever is up next; nobody else is kept waiting by it.
      queue: mail
        .filter(({ message }) => message.msgType !== 'broadcast_complete')
        .map(({ tier, order, message }) => [tier, order, message]),
    },
    log,
  );
}

/** Events with their data as objects, as MAIL shows them everywhere but in a task record. */
export function withOpenData(events: TaskRecord['events']): TaskRecord['events'] {
  return events.map((event) => ({ ...event, data: JSON.parse(event.data as string) as unknown }));
}

/** Where a run stands that waits to ask a model, as clients read it; nothing of one that does not wait. */
export function toQueued(place: QueuePlace | undefined): { queued?: { place: number } } {
  return place === undefined ? {} : { queued: { place: place.place } };
}

/** What a task is about: the beginning of what its owner wrote first. Undefined when nobody wrote anything. */
export function toTaskTitle(log: readonly LogEntry[]): string | undefined {
  const titles = log.filter(isUserEntry).map(({ message }) => toTitle(message.message.body));
  return titles.find((title) => title !== '');
}
