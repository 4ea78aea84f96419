import { PosthouseError } from '@posthouse/protocol';
import { isDiskFull } from '@posthouse/store';

const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;

/** Called while something waits for space on the disk. */
export type OnHold = (isHeld: boolean) => void;

/**
 * Saves of answers that wait in memory while the disk is full: an agent has done its work only once, and may have been paid
 * for it.
 */
export class HeldSaves {
  readonly #givingUp = new AbortController();
  readonly #held = new Set<object>();
  #problem: PosthouseError | undefined;

  /** Why nothing can be written now, if that is so. */
  get problem(): PosthouseError | undefined {
    return this.#held.size === 0 ? undefined : this.#problem;
  }

  /** Saves something, again and again while the disk is full. Whatever else goes wrong is thrown. */
  async insist<T>(save: () => Promise<T>, onHold?: OnHold): Promise<T> {
    const name = {};
    try {
      for (let milliseconds = MIN_WAIT_MS; ; milliseconds = Math.min(milliseconds * 2, MAX_WAIT_MS)) {
        try {
          return await save();
        } catch (error) {
          if (!isDiskFull(error) || this.#givingUp.signal.aborted) throw error;
          this.#problem = error;
          this.#held.add(name);
          onHold?.(true);
          await this.#wait(milliseconds);
        }
      }
    } finally {
      if (this.#held.delete(name)) onHold?.(false);
    }
  }

  /** Tries what is held once more, and lets it be lost: the process ends. */
  giveUp(): void {
    this.#givingUp.abort();
  }

  async #wait(milliseconds: number): Promise<void> {
    const { signal } = this.#givingUp;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    const stop = (): void => resolve();
    signal.addEventListener('abort', stop, { once: true });
    await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** An answer that was stopped cannot be written to its end now. */
export function heldBack(): PosthouseError {
  return new PosthouseError({
    code: 'unavailable',
    message: 'the disk is full: the answer was stopped, which is recorded as soon as there is space',
  });
}
