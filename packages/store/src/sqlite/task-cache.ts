import type { TaskKey } from '../task.ts';
import type { StoredTask } from '../write/stored-task.ts';

const CAPACITY = 4_096;

/**
 * Task rows as this process last wrote them, so that a write need not read its task first. Used only under the write
 * lock, and emptied whenever another process has written or a transaction was undone.
 */
export class TaskCache {
  readonly #states = new Map<TaskKey, StoredTask>();
  readonly #capacity: number;

  constructor(capacity: number = CAPACITY) {
    this.#capacity = capacity;
  }

  get(key: TaskKey): StoredTask | undefined {
    return this.#states.get(key);
  }

  set(state: StoredTask): void {
    // A Map remembers the order of insertion: the first one is the one not written for the longest time.
    this.#states.delete(state.key);
    this.#states.set(state.key, state);
    if (this.#states.size > this.#capacity) {
      for (const oldest of this.#states.keys()) {
        this.#states.delete(oldest);
        break;
      }
    }
  }

  delete(key: TaskKey): void {
    this.#states.delete(key);
  }

  clear(): void {
    this.#states.clear();
  }
}
