import type { Store, Tombstone } from '@posthouse/store';

export type SweeperOptions = {
  store: Store;
  /** Tells others about a deletion; gives what to tell later, and when. */
  tell: (stone: Tombstone) => ReturnType<(stone: Tombstone) => Promise<Parameters<Store['deletions']['told']>[1]>>;
  signal: AbortSignal;
};

/** After each step everybody else has this many times as long as it took. */
const PAUSE_FACTOR = 3;
const SHORTEST_PAUSE_MS = 2;
const NOTICES_AT_ONCE = 8;

/** Finishes deletions, of this process and of others: erases what was deleted in small steps, and tells those who have copies. */
export class Sweeper {
  readonly #options: SweeperOptions;
  #erasing: Promise<void> | undefined;
  #telling: Promise<void> | undefined;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  /** Does what there is to do. Resolves when there is nothing more for now. */
  async sweep(): Promise<void> {
    this.#erasing ??= this.#erase().finally(() => (this.#erasing = undefined));
    this.#telling ??= this.#tell().finally(() => (this.#telling = undefined));
    await Promise.all([this.#erasing, this.#telling]);
  }

  /** Erases until everything is gone that was deleted before, or until the signal aborts; whether it is. */
  async erased(signal: AbortSignal): Promise<boolean> {
    const { store } = this.#options;
    while (!signal.aborted && !this.#options.signal.aborted) {
      this.#erasing ??= this.#erase().finally(() => (this.#erasing = undefined));
      await Promise.race([this.#erasing, aborted(signal)]);
      if (await store.deletions.isErased()) return true;
      await pause(SHORTEST_PAUSE_MS);
    }
    return false;
  }

  async #erase(): Promise<void> {
    const { store, signal } = this.#options;
    while (!signal.aborted) {
      const start = performance.now();
      if (!(await store.deletions.erase())) return;
      await pause(Math.max(SHORTEST_PAUSE_MS, (performance.now() - start) * PAUSE_FACTOR));
    }
  }

  async #tell(): Promise<void> {
    const { store, tell, signal } = this.#options;
    while (!signal.aborted) {
      const stones = await store.deletions.due(NOTICES_AT_ONCE);
      for (const stone of stones) await store.deletions.told(stone.key, await tell(stone));
      if (stones.length < NOTICES_AT_ONCE) return;
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
