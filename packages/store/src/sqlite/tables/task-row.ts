import type { InstanceRole } from '@posthouse/protocol';
import type { TaskStatus } from '../../store.ts';
import { fromTextColumn } from '../../text-column.ts';
import type { TaskState } from '../../write/task-state.ts';
import { toTaskKey } from '../../task-key.ts';

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

export function toTaskState(row: TaskRow): TaskState;
export function toTaskState(row: TaskRow | undefined): TaskState | undefined;
export function toTaskState(row: TaskRow | undefined): TaskState | undefined {
  if (row === undefined) return undefined;
  return {
    key: toTaskKey(row.id),
    owner: { swarm: fromTextColumn(row.swarm), role: row.role, id: fromTextColumn(row.owner) },
    taskId: fromTextColumn(row.task_id),
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
