import type { SavedLiveText, TaskKey } from '../task.ts';
import { isTaskKey, toTaskNumber } from '../task-key.ts';
import type { Connection } from './statement.ts';
import { liveTextTable } from './tables/live-text-table.ts';
import { taskTable } from './tables/task-table.ts';
import { relax } from './transaction.ts';

/**
 * Keeps what running turns have written so far, except for turns that nobody waits for any more. It is gone with the
 * turn anyway, so nobody waits for the disk. The tasks are held meanwhile: text that came in just after its turn was recorded would stay.
 */
export async function saveLiveText(connection: Connection, texts: readonly SavedLiveText[]): Promise<TaskKey[]> {
  const known = newestOf(texts.filter(({ task }) => isTaskKey(task)));
  if (known.length === 0) return [];
  relax(connection);
  void taskTable.share(connection, [...new Set(known.map(({ task }) => toTaskNumber(task)))]);
  return liveTextTable.save(connection, known);
}

/** The last text of each part: a statement may write a row only once. */
function newestOf(texts: readonly SavedLiveText[]): SavedLiveText[] {
  const parts = new Map<string, SavedLiveText>();
  for (const saved of texts) {
    const { agent, turn, attempt, part } = saved.text;
    parts.set(JSON.stringify([saved.task, agent, turn, attempt, part]), saved);
  }
  return [...parts.values()];
}
