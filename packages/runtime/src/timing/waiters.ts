/** The longest that a timer of Node can wait, 24 days; here more means for ever. */
const LONGEST_MS = 2 ** 31 - 1;

/** Whoever waits until something is so. Whoever changes that tells them to look. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /** Resolves when it is so, or when time is up. What has been so may have changed again by the time that is heard. */
  async until(isSo: () => boolean, milliseconds: number = Number.POSITIVE_INFINITY): Promise<void> {
    if (isSo() || milliseconds <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => void (isSo() && resolve());
    this.#waiting.add(look);
    const timer = milliseconds > LONGEST_MS ? undefined : setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(look);
  }

  look(): void {
    for (const look of this.#waiting) look();
  }
}
