import { type Budget, defined, type Instance } from '@posthouse/protocol';
import type { Engine } from './engine.ts';
import { decideCancel } from '../task/decide-cancel.ts';
import { decideGoOn, heldBy } from '../task/decide-held.ts';

const PAGE_SIZE = 100;

/**
 * Allows a caller, or a whole swarm, more for today, and continues the runs that waited for it. Returns how many
 * runs that were.
 */
export async function raiseDayBudget(
  engine: Engine,
  scope: { swarm: string; caller?: Pick<Instance, 'role' | 'id'> },
  budget: Budget,
): Promise<number> {
  await engine.budgets.raise(scope, defined(budget));
  let count = 0;
  for (let before: string | undefined; ;) {
    const tasks = await engine.store.paused(scope, before, PAGE_SIZE);
    for (const task of tasks) {
      // What there is still not enough for pauses again before it asks anybody.
      if (heldBy(task) === undefined || heldBy(task)?.scope === 'run') continue;
      const committed = await engine.change(task.owner, task.taskId, (state) =>
        state.task === undefined || heldBy(state.task) === undefined
          ? undefined
          : decideGoOn({ ...state, task: state.task }, engine.now()),
      );
      if (committed !== undefined) count += 1;
    }
    if (tasks.length < PAGE_SIZE) return count;
    before = tasks.at(-1)!.key;
  }
}

/**
 * Gives the open run of a task its own budget, and continues the run if it waited for one. Returns whether there was
 * a run.
 */
export async function raiseRunBudget(
  engine: Engine,
  { owner, taskId }: { owner: Instance; taskId: string },
  budget: Budget,
): Promise<boolean> {
  const committed = await engine.change(owner, taskId, (state) =>
    state.task === undefined ? undefined : decideGoOn({ ...state, task: state.task }, engine.now(), defined(budget)),
  );
  return committed !== undefined;
}

/** Ends the open run of a caller's task, as if they had stopped it. Returns whether there was a run. */
export async function endRunOf(
  engine: Engine,
  { owner, taskId }: { owner: Instance; taskId: string },
): Promise<boolean> {
  const committed = await engine.change(owner, taskId, ({ task, ...state }) =>
    task === undefined ? undefined : decideCancel({ ...state, task }, engine.now()),
  );
  return committed !== undefined;
}
