/**
 * Waits for what somebody else does, but not for ever once it was asked to stop: a while after the signal, everything that
 * is still waited for is given up.
 */
export class StopTimeout implements Disposable {
  readonly #signal: AbortSignal;
  /** How to give up each of those that are waited for. */
  readonly #waiting = new Set<() => void>();
  readonly #begin: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(signal: AbortSignal, milliseconds: number) {
    this.#signal = signal;
    this.#begin = () => {
      this.#timer = setTimeout(() => {
        this.#isOver = true;
        for (const giveUp of this.#waiting) giveUp();
      }, milliseconds);
    };
    if (signal.aborted) this.#begin();
    else signal.addEventListener('abort', this.#begin, { once: true });
  }

  /** What the promise gives; undefined when it was given up. */
  with<T>(promise: Promise<T>): Promise<T | undefined> {
    const { promise: waited, resolve, reject } = Promise.withResolvers<T | undefined>();
    const giveUp = (): void => resolve(undefined);
    if (this.#isOver) giveUp();
    else this.#waiting.add(giveUp);
    // Not a race with one end for all: that would keep every value there has ever been until the end has come.
    promise.finally(() => this.#waiting.delete(giveUp)).then(resolve, reject);
    return waited;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#begin);
  }
}
