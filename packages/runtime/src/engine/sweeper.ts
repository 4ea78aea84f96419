import type { Store, TaskKey, Tombstone } from '@posthouse/store';

export type SweeperOptions = {
  store: Store;
  /** Tells others about a deletion; gives what to tell later, and when. */
  tell: (stone: Tombstone) => Promise<Parameters<Store['deletions']['told']>[1]>;
  signal: AbortSignal;
};

/** After each step everybody else has this many times as long as it took. */
const PAUSE_FACTOR = 3;
const MIN_PAUSE_MS = 2;
/** A step that took longer than a few milliseconds has itself waited for a busy machine. */
const MAX_PAUSE_MS = 50;
const NOTICES_AT_ONCE = 8;
/** Those that go first are looked at in each step. */
const AWAITED_AT_ONCE = 100;

/** Finishes deletions, of this process and of others: erases what was deleted in small steps, and tells those who have copies. */
export class Sweeper {
  readonly #options: SweeperOptions;
  /** Tasks that somebody waits for: what they held goes first. */
  readonly #awaited = new Set<TaskKey>();
  /** Is done when something more was erased. */
  #step = Promise.withResolvers<void>();
  #erasing: Promise<void> | undefined;
  #telling: Promise<void> | undefined;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  /** Does what there is to do. Resolves when there is nothing more for now. */
  async sweep(): Promise<void> {
    this.#telling ??= this.#tell().finally(() => (this.#telling = undefined));
    await Promise.all([this.#startErasing(), this.#telling]);
  }

  /** Resolves when the step under way has ended, whatever came of it. Once the signal has aborted, no other follows. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.#erasing, this.#telling]);
  }

  /** Erases until these are gone, or until the signal aborts; whether they are. A few go first, many take their turn. */
  async erased(signal: AbortSignal, keys: readonly TaskKey[]): Promise<boolean> {
    const given = aborted(signal);
    const left = [...keys];
    const first = keys.length <= AWAITED_AT_ONCE ? keys : [];
    for (const key of first) this.#awaited.add(key);
    try {
      while (!signal.aborted && !this.#options.signal.aborted) {
        await Promise.race([this.#startErasing(), given, this.#step.promise]);
        if (await this.#dropErased(left)) return true;
        await pause(MIN_PAUSE_MS);
      }
      return false;
    } finally {
      for (const key of first) this.#awaited.delete(key);
    }
  }

  /** Takes those off a list of which nothing is left; whether those were all. */
  async #dropErased(left: TaskKey[]): Promise<boolean> {
    const { deletions } = this.#options.store;
    while (left.length > 0 && (await deletions.isErased(left.slice(0, AWAITED_AT_ONCE))))
      left.splice(0, AWAITED_AT_ONCE);
    return left.length === 0;
  }

  #startErasing(): Promise<void> {
    this.#erasing ??= this.#erase().finally(() => (this.#erasing = undefined));
    return this.#erasing;
  }

  async #erase(): Promise<void> {
    const { store, signal } = this.#options;
    while (!signal.aborted) {
      const start = performance.now();
      if (!(await store.deletions.erase([...this.#awaited]))) return;
      this.#step.resolve();
      this.#step = Promise.withResolvers<void>();
      const wanted = (performance.now() - start) * PAUSE_FACTOR;
      await pause(Math.min(Math.max(MIN_PAUSE_MS, wanted), MAX_PAUSE_MS));
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
