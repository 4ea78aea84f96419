/**
 * Waits for what somebody else does, but not for ever once it was asked to stop: a while after the signal, everything that
 * is still waited for is given up.
 */
export class Patience implements Disposable {
  readonly #signal: AbortSignal;
  readonly #over = Promise.withResolvers<undefined>();
  readonly #begin: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(signal: AbortSignal, milliseconds: number) {
    this.#signal = signal;
    this.#begin = () => {
      this.#timer = setTimeout(() => {
        this.#isOver = true;
        this.#over.resolve(undefined);
      }, milliseconds);
    };
    if (signal.aborted) this.#begin();
    else signal.addEventListener('abort', this.#begin, { once: true });
  }

  /** What the promise gives; undefined when it was given up. */
  async with<T>(promise: Promise<T>): Promise<T | undefined> {
    // Whatever comes of it later is of no interest.
    promise.catch(() => undefined);
    return this.#isOver ? undefined : Promise.race([promise, this.#over.promise]);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#begin);
  }
}
