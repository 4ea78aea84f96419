import { invalidInput } from '@posthouse/protocol';
import type { SwarmInstance } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';
import { findTask } from './find-task.ts';

/** What a list of tasks may be asked for with. */
export type ListQuery = { limit?: string | undefined; before?: string | undefined };

const MAX_TASKS_PER_PAGE = 1000;
const PAGE = 100;

/** The caller's tasks, newest first: at most `limit` of them, and only those before a task when one is named. */
export async function listTasks(instance: SwarmInstance, { limit, before }: ListQuery): Promise<Task[]> {
  const most = toLimit(limit);
  const tasks: Task[] = [];
  let last = before === undefined ? undefined : (await findTask(instance, before)).key;
  while (tasks.length < most) {
    const size = Math.min(PAGE, most - tasks.length);
    const page = await instance.tasks({ limit: size, before: last });
    tasks.push(...page);
    if (page.length < size) break;
    last = page.at(-1)!.key;
  }
  return tasks;
}

function toLimit(limit: string | undefined): number {
  if (limit === undefined) return MAX_TASKS_PER_PAGE;
  if (/^\d{1,4}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= MAX_TASKS_PER_PAGE) return Number(limit);
  throw invalidInput(`limit must be a number from 1 to ${MAX_TASKS_PER_PAGE}`);
}
