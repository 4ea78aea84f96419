import { formatInstance, ownValue, parseInstance } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import { dataOf, type DecisionState } from '../task-data.ts';

/** Whose task it is: of the instance that works on it here, unless another swarm brought it. */
export function toTaskOwner(task: Task): string {
  return dataOf(task).taskOwner ?? formatInstance(task.owner);
}

/** The run of the task's owner that we work for now, or nothing where whoever asked us does not say. */
export function toTaskRun({ task, ledger }: Pick<DecisionState, 'task' | 'ledger'>): { taskRun?: number } {
  const taskRun = dataOf(task).taskOwner === undefined ? task.openRun : ledger.peers.taskRun;
  return taskRun == null ? {} : { taskRun };
}

/** Everybody who works on a task, its owner first: those that letters have named, this instance, those that we asked. */
export function toContributors(task: Task): string[] {
  const { contributors = [], runners = {} } = dataOf(task);
  return [...new Set([toTaskOwner(task), ...contributors, formatInstance(task.owner), ...Object.values(runners)])];
}

/** The swarm of a contributor, `role:id@swarm`; whatever else peers may have written there. */
export function swarmOfContributor(contributor: string): string {
  return contributor.slice(contributor.lastIndexOf('@') + 1);
}

/** Who works on a task of ours in a swarm that we asked: all of us share one instance there, named after us. */
export function ourInstanceAt({ owner }: Task, swarm: string): string {
  return formatInstance({ role: 'swarm', id: owner.swarm, swarm });
}

/** The instance that works for us in a swarm: as it says, or as is the rule. */
export function toRunner(task: Task, swarm: string): string {
  return ownValue(dataOf(task).runners, swarm) ?? ourInstanceAt(task, swarm);
}

/** Whether a swarm works on the task because we asked it. */
export function worksForUs(task: Task, swarm: string): boolean {
  const { contributors = [], runners = {} } = dataOf(task);
  return ownValue(runners, swarm) !== undefined || contributors.includes(ourInstanceAt(task, swarm));
}

/** All swarms that do. */
export function workersOf(task: Task): string[] {
  const swarms = new Set(toContributors(task).map(swarmOfContributor));
  return [...swarms].filter((swarm) => worksForUs(task, swarm));
}

/** Who works on it in other swarms because others asked them. */
export function partsOf(task: Task): string[] {
  return (dataOf(task).contributors ?? []).filter((contributor) => {
    const { role, id, swarm } = parseInstance(contributor);
    return role === 'swarm' && swarm !== task.owner.swarm && id !== task.owner.swarm;
  });
}

/** A letter to a swarm that works on the task goes back to it; to any other the task is new. */
export function directionOf(contributors: readonly string[], swarm: string): 'forward' | 'back' {
  return contributors.some((contributor) => swarmOfContributor(contributor) === swarm) ? 'back' : 'forward';
}
