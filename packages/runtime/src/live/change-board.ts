import type { Store, TaskKey } from '@posthouse/store';

/**
 * Tells whoever asked about a task that something happened to it, and what: one source, however many listeners there
 * are.
 */
export class ChangeBoard<News = void> {
  readonly #listeners = new Map<TaskKey, Set<(news: News) => void>>();

  /** Calls the listener whenever the task may have changed, until the returned function is called. */
  listen(key: TaskKey, listener: (news: News) => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(key, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  announce(key: TaskKey, news: News): void {
    for (const listener of this.#listeners.get(key) ?? []) listener(news);
  }
}

/** Announces the store's hints until the signal aborts. */
export async function watchStore(
  board: ChangeBoard,
  store: Pick<Store, 'changes'>,
  signal: AbortSignal,
): Promise<void> {
  for await (const key of store.changes(signal)) board.announce(key);
}
