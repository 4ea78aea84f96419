import { PosthouseError } from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';
import { dataOf, toData } from './task-state.ts';

/** Copies what every agent knew before a run into a new task. The old task stays as it is. */
export async function forkTask(
  store: Store,
  task: Task,
  { beforeRun, newTaskId }: { beforeRun: number; newTaskId: string },
): Promise<void> {
  if (!Number.isInteger(beforeRun) || beforeRun < 1 || beforeRun > task.run) {
    throw new PosthouseError({
      code: 'invalid_input',
      message: `task '${task.taskId}' has runs 1 to ${task.run}; there is no run ${beforeRun} to fork before`,
    });
  }
  if ((await store.find(task.owner, newTaskId)) !== undefined) {
    throw new PosthouseError({ code: 'task_exists', message: `there is a task '${newTaskId}' already` });
  }
  // The new task counts its own runs; what was copied comes before all of them, also for those who fork it once more.
  const turns = (await store.turns(task.key, beforeRun)).map((turn) => ({ ...turn, run: 0 }));
  await store.commit({
    task: { owner: task.owner, taskId: newTaskId },
    expect: { head: 0 },
    entries: [
      {
        run: 0,
        type: 'notice',
        code: 'forked',
        text: `continues task '${task.taskId}' as it stood before run ${beforeRun}`,
      },
    ],
    turns,
    status: 'complete',
    data: toData({
      ...(dataOf(task).title === undefined ? {} : { title: dataOf(task).title! }),
      lastTurn: Math.max(0, ...turns.map((turn) => turn.turn)),
      agents: [...new Set(turns.map((turn) => turn.agent))],
    }),
  });
}
