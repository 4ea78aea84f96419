import { LEASE_MILLISECONDS } from '../ownership.ts';
import type { TaskKey } from '../task.ts';
import type { StoredTask } from '../write/stored-task.ts';
import type { Workplace } from './workplace.ts';

/** Gives the node up to `max` tasks of these swarms that have something to do and nobody who does it. */
export function claimTasks(place: Workplace, node: string, swarms: readonly string[], max: number): StoredTask[] {
  const { tables, cache } = place;
  const now = place.now();
  buryTheSilent(place, node, now);
  const claimed = [...new Set(swarms)]
    .flatMap((swarm) => tables.task.claimable(swarm, now, max))
    .toSorted((first, second) => first.wake - second.wake)
    .slice(0, max);
  if (claimed.length > 0) tables.node.beat(node, now);
  return claimed.map(({ key }) => {
    cache.delete(key);
    return tables.task.setNode(key, node);
  });
}

/**
 * Frees the tasks of nodes that have not been heard of for too long. With that, a task that can be claimed is one that
 * names no node, and an index knows them all. The node that asks is alive, whatever its lease says, and keeps its own.
 */
function buryTheSilent(place: Workplace, asking: string, now: number): void {
  for (const node of place.tables.node.silentSince(now - LEASE_MILLISECONDS)) {
    if (node === asking) place.tables.node.beat(node, now);
    else leaveTasks(place, node);
  }
}

/** Ends a node's lease and frees its tasks. */
export function leaveTasks({ tables, cache }: Workplace, node: string): void {
  tables.task.orphan(node);
  tables.node.remove(node);
  cache.clear();
}

/** Frees a task that has nothing to do; false when it has, or when the epoch is another one by now. */
export function releaseTask({ tables, cache, now }: Workplace, key: TaskKey, epoch: number): boolean {
  const state = cache.get(key) ?? tables.task.get(key);
  if (state.epoch !== epoch || (state.wake !== null && state.wake <= now())) return false;
  cache.delete(key);
  tables.task.setNode(key, null);
  return true;
}
