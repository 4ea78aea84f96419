/** Counts the pieces that somebody writes, and holds them when a test says so. */
export class Pace {
  #allowed = Infinity;
  #passed = 0;
  #wake = Promise.withResolvers<void>();

  /** How many pieces may be written from now on. */
  allow(pieces: number): void {
    this.#allowed = this.#passed + pieces;
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  /** Whether everything that is allowed was written. */
  get isSpent(): boolean {
    return this.#passed >= this.#allowed;
  }

  /** What a writer calls before each piece; rejects when it is told to stop while it waits. */
  async pass(signal: AbortSignal | undefined): Promise<void> {
    while (this.isSpent) {
      const left = Promise.withResolvers<never>();
      const leave = (): void => left.reject(signal?.reason);
      signal?.addEventListener('abort', leave, { once: true });
      await Promise.race([this.#wake.promise, left.promise]).finally(() => signal?.removeEventListener('abort', leave));
    }
    this.#passed += 1;
  }
}
