import type { Store, TaskKey } from '@posthouse/store';

type Listener = () => void;

/** Tells whoever asked about a task that something happened to it: one source, however many listeners there are. */
export class ChangeBoard {
  readonly #listeners = new Map<TaskKey, Set<Listener>>();

  /** Calls the listener whenever the task may have changed, until the returned function is called. */
  listen(key: TaskKey, listener: Listener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(key, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  announce(key: TaskKey): void {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }

  /** Announces the store's hints until the signal aborts. */
  async watch(store: Pick<Store, 'changes'>, signal: AbortSignal): Promise<void> {
    for await (const key of store.changes(signal)) this.announce(key);
  }
}
