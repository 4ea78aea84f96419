import { defined, invalidInput, PosthouseError } from '@posthouse/protocol';
import { isDeleted, type Store, type Task, type Turn } from '@posthouse/store';
import { partsOf, workersOf } from './letters/contributors.ts';
import { MAX_CONTRIBUTORS, MAX_FORKS } from './letters/letter-metadata.ts';
import { peerOf } from './letters/peer-mailbox.ts';
import type { Decision } from './decision.ts';
import { dataOf, type ForkPlace, toData } from './task-data.ts';

/**
 * Copies what every agent knew before a run into a new task. The old task stays as it is. Other swarms that worked on it
 * hear of the fork with the first letter about the new task.
 */
export async function forkTask(
  store: Store,
  task: Task,
  { beforeRun, newTaskId }: { beforeRun: number; newTaskId: string },
): Promise<void> {
  const { taskOwner, forked } = dataOf(task);
  if (taskOwner !== undefined) {
    throw invalidInput(
      `task '${task.taskId}' belongs to ${taskOwner}; fork it there; it is forked here when its first message arrives`,
    );
  }
  if (!Number.isInteger(beforeRun) || beforeRun < 1 || beforeRun > task.run) {
    throw invalidInput(`task '${task.taskId}' has runs 1 to ${task.run}; there is no run ${beforeRun} to fork before`);
  }
  if ((await store.find(task.owner, newTaskId)) !== undefined) {
    throw new PosthouseError({ code: 'task_exists', message: `task '${newTaskId}' already exists` });
  }
  const turns = await store.turns(task.key, beforeRun);
  // Before its first run a fork is what it was made from, and others need not have heard of it.
  const own = beforeRun === 1 ? [] : [{ taskId: task.taskId, beforeRun }];
  const { task: copy } = await store.commit({
    task: { owner: task.owner, taskId: newTaskId },
    expect: { head: 0 },
    ...decideFork(task, { turns, beforeRun, from: [...own, ...(forked?.from ?? [])] }),
  });
  try {
    // Whoever deletes the task looks for its forks afterwards, so this one is either found there or not made.
    await store.turns(task.key, 0);
  } catch (error) {
    if (isDeleted(error)) await store.deletions.bury(copy.key);
    throw error;
  }
}

export type Fork = {
  /** What agents are to know. */
  turns: readonly Turn[];
  beforeRun: number;
  /** What the new task goes on from, newest first. */
  from: readonly ForkPlace[];
};

/** The first write of a task that goes on from another one. */
export function decideFork(task: Task, { turns, beforeRun, from }: Fork): Decision & Required<Pick<Decision, 'data'>> {
  const { taskOwner, forked } = dataOf(task);
  // What another swarm has asked stands in a turn that is no agent's.
  const known = turns.filter(({ agent }) => peerOf(agent) === undefined);
  const peers = [...new Set([...workersOf(task), ...(forked?.peers ?? [])])];
  const parts = [...new Set([...partsOf(task), ...(forked?.parts ?? [])])].slice(0, MAX_CONTRIBUTORS);
  const whose = taskOwner === undefined ? '' : ` of ${taskOwner}`;
  const text = `continues task '${task.taskId}' as it stood before run ${beforeRun}${whose}`;
  return {
    entries: [{ run: 0, type: 'notice', code: 'forked', text }],
    // The new task counts its own runs; what was copied comes before all of them, also for those who fork it once more.
    turns: known.map((turn) => ({ ...turn, run: 0 })),
    status: 'complete',
    data: toData({
      ...defined({ taskOwner }),
      ...(from.length === 0
        ? {}
        : { forked: { from: from.slice(0, MAX_FORKS), peers, ...(parts.length === 0 ? {} : { parts }) } }),
      lastTurn: Math.max(0, ...known.map((turn) => turn.turn)),
      agents: [...new Set(known.map((turn) => turn.agent))],
    }),
  };
}
