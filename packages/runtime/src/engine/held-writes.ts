import { PosthouseError } from '@posthouse/protocol';
import { type Committed, isDiskFull, type Store, type TaskKey, type Write } from '@posthouse/store';
import { ChangeBoard } from '../live/change-board.ts';
import { Backoff } from '../timing/backoff.ts';

const MAX_WAIT_MS = 5_000;

type TaskWrite = Write & { task: TaskKey };

/**
 * Writes what runners have decided, and holds what the disk has no room for until it has some: a finished answer that is
 * thrown away has to be paid for again. What else is written to the same task waits behind it.
 */
export class HeldWrites {
  /** Tasks of which a write is held now. */
  readonly holds = new ChangeBoard();
  readonly #store: Pick<Store, 'commit'>;
  readonly #signal: AbortSignal;
  readonly #lines = new Map<TaskKey, Promise<Committed>>();
  #problem: PosthouseError | undefined;

  /** The signal gives up what is held. */
  constructor(store: Pick<Store, 'commit'>, signal: AbortSignal) {
    this.#store = store;
    this.#signal = signal;
  }

  /** Why the store cannot be written to, as far as is known. */
  get problem(): PosthouseError | undefined {
    return this.#problem;
  }

  /** Hears of every write, also of those that are not held. */
  note<Result>(written: Promise<Result>): Promise<Result> {
    written.then(
      () => this.#lines.size === 0 && (this.#problem = undefined),
      (error: unknown) => isDiskFull(error) && (this.#problem = error),
    );
    return written;
  }

  isHeld(task: TaskKey): boolean {
    return this.#lines.has(task);
  }

  commit(write: TaskWrite): Promise<Committed> {
    if (this.isHeld(write.task)) return this.#hold(write);
    return this.note(this.#store.commit(write)).catch((error: unknown) => {
      if (isDiskFull(error)) return this.#hold(write);
      throw error;
    });
  }

  #hold(write: TaskWrite): Promise<Committed> {
    const { task } = write;
    const before = this.#lines.get(task);
    const held = (before === undefined ? Promise.resolve() : before.catch(() => undefined))
      .then(() => this.#insist(write))
      .finally(() => this.#lines.get(task) === held && this.#lines.delete(task));
    this.#lines.set(task, held);
    this.holds.announce(task);
    return held;
  }

  async #insist(write: TaskWrite): Promise<Committed> {
    const backoff = new Backoff(MAX_WAIT_MS);
    for (;;) {
      try {
        const committed = await this.#store.commit(write);
        this.#problem = undefined;
        return committed;
      } catch (error) {
        if (!isDiskFull(error) || this.#signal.aborted) throw error;
        this.#problem = error;
        await backoff.wait();
      }
    }
  }
}

/** There is no room on the disk, and what comes of it. */
export function noRoom(consequence: string): PosthouseError {
  return new PosthouseError({ code: 'unavailable', message: `the disk is full: ${consequence}` });
}
