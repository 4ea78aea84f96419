import type { Store, Task } from '@posthouse/store';
import { stepIdOf } from './step-context.ts';
import type { SubmittedStep } from './step-result.ts';

const PAGE = 1_000;

/** A step of a run that is over, by the key it was asked for with: whoever comes back after a crash finds its answer. */
export async function findStep(store: Store, task: Task, key: string): Promise<SubmittedStep | undefined> {
  for (let after = 0; ;) {
    const { entries } = await store.read(task.key, after, PAGE);
    for (const entry of entries) {
      if (entry.type !== 'message' || entry.message.message.routingInfo?.manual_key !== key) continue;
      const stepId = stepIdOf(entry.message);
      if (stepId !== undefined)
        return { taskId: task.taskId, stepId, target: entry.to, run: entry.run, after: entry.seq - 1 };
    }
    if (entries.length < PAGE) return undefined;
    after = entries.at(-1)!.seq;
  }
}
