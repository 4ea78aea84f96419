import type { SavedLiveText, TaskKey } from '../task.ts';
import type { StoredTask } from '../write/stored-task.ts';
import { toTaskNumber } from '../task-key.ts';
import type { Workplace } from './workplace.ts';

/** Keeps what running turns have written so far, except for turns that nobody waits for any more. */
export function saveLiveText({ tables, cache, change }: Workplace, texts: readonly SavedLiveText[]): void {
  const tasks = new Map<TaskKey, StoredTask | undefined>();
  for (const { task, epoch, text } of texts) {
    if (!tasks.has(task)) tasks.set(task, cache.get(task) ?? tables.task.find(task));
    const state = tasks.get(task);
    if (state === undefined || (epoch !== undefined && epoch !== state.epoch)) continue;
    tables.liveText.save(toTaskNumber(task), text);
    tables.task.markChanged(task, change);
  }
}
