import type { InstanceRole } from '@posthouse/protocol';
import type { TaskStatus } from './task.ts';
import { toTaskKey } from './task-key.ts';
import { fromTextColumn } from './text-column.ts';
import type { StoredTask } from './write/stored-task.ts';

/** A task in the columns that both databases have. */
export type TaskRow = {
  id: number;
  swarm: string;
  role: InstanceRole;
  owner: string;
  task_id: string;
  status: TaskStatus;
  run: number;
  open_run: number | null;
  epoch: number;
  head: number;
  last_order: number;
  node: string | null;
  wake: number | null;
  created_at: number;
  updated_at: number;
  data: string;
};

/** The task behind a row, in whichever database. */
export function toStoredTask(row: TaskRow, taskId = fromTextColumn(row.task_id)): StoredTask {
  return {
    key: toTaskKey(row.id),
    owner: { swarm: fromTextColumn(row.swarm), role: row.role, id: fromTextColumn(row.owner) },
    taskId,
    status: row.status,
    run: row.run,
    openRun: row.open_run,
    epoch: row.epoch,
    head: row.head,
    lastOrder: row.last_order,
    node: row.node === null ? null : fromTextColumn(row.node),
    wake: row.wake,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: row.updated_at,
    data: row.data,
  };
}
