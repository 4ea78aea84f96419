import type { StoredTask } from '../write/stored-task.ts';
import type { Connection } from './statement.ts';
import { nodeTable } from './tables/node-table.ts';
import { taskTable } from './tables/task-table.ts';
import type { Transaction } from './transaction.ts';

export type Claim = { node: string; swarms: readonly string[]; max: number; now: number };

/** Gives the node up to `max` tasks of these swarms that have something to do and nobody who does it. */
export async function claimTasks(transaction: Transaction, { node, swarms, max, now }: Claim): Promise<StoredTask[]> {
  await buryTheSilent(transaction, node, now);
  const claimed = await taskTable.claim(transaction, { node, swarms, max, now });
  if (claimed.length > 0) {
    void nodeTable.beat(transaction, [node], now);
    transaction.sign();
  }
  return claimed;
}

/**
 * Frees the tasks of nodes that have not been heard of for too long. With that, a task that can be claimed is one that
 * names no node, and an index knows them all. The node that asks is alive, whatever its lease says, and keeps its own.
 */
async function buryTheSilent(connection: Connection, asking: string, now: number): Promise<void> {
  const silent = await nodeTable.silent(connection, now);
  const dead = silent.filter((node) => node !== asking);
  if (dead.length > 0) leaveTasks(connection, dead);
  if (dead.length < silent.length) void nodeTable.beat(connection, [asking], now);
}

/** Ends the leases of nodes and frees their tasks: tasks before nodes, in which order everybody locks them. */
export function leaveTasks(connection: Connection, nodes: readonly string[]): void {
  void taskTable.free(connection, nodes);
  void nodeTable.remove(connection, nodes);
}
