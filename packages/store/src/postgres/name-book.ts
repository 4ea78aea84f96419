import type { Instance } from '@posthouse/protocol';
import type { Task, TaskKey } from '../task.ts';
import type { Write } from '../write/write.ts';
import { graveOf } from '../tombstone.ts';
import type { TaskName } from './tables/task-table.ts';

const CAPACITY = 10_000;

/**
 * Which keys tasks have that are named by owner and id, as far as it is known: writes to one task keep their order
 * however they name it. A task keeps its key for ever, and so does its tombstone as long as it stands.
 */
export class NameBook {
  readonly #keys = new Map<string, TaskKey>();
  readonly #capacity: number;

  constructor(capacity: number = CAPACITY) {
    this.#capacity = capacity;
  }

  learn({ key, owner, taskId }: Task): void {
    const name = nameOf({ owner, taskId });
    this.#keys.delete(name);
    this.#keys.set(name, key);
    if (this.#keys.size > this.#capacity) {
      for (const oldest of this.#keys.keys()) {
        this.#keys.delete(oldest);
        break;
      }
    }
  }

  /** The task of that name is gone without a trace. */
  forget(name: TaskName): void {
    this.#keys.delete(nameOf(name));
  }

  /** The task by its key if that is known, and a text that is the same for all that name it. */
  lookUp(task: Write['task']): { target: TaskKey | TaskName; index: string } {
    if (typeof task === 'string') return { target: task, index: task };
    const index = nameOf(task);
    const key = this.#keys.get(index);
    return key === undefined
      ? { target: { owner: { ...task.owner }, taskId: task.taskId }, index }
      : { target: key, index: key };
  }
}

/** Never a key: keys are digits. */
export function nameOf({ owner, taskId }: TaskName): string {
  return JSON.stringify([owner.swarm, owner.role, owner.id, taskId]);
}

/** The name under which a task's tombstone stands. */
export function buriedNameOf({ owner, taskId }: TaskName): TaskName {
  const { role, hash } = graveOf(owner, taskId);
  return { owner: { ...owner, role: role as Instance['role'] }, taskId: hash };
}
