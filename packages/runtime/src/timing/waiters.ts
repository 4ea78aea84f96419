import { MAX_TIMER_MS } from './max-timer.ts';

/** Whoever waits until something is so. Whoever changes that tells them to look. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /** Resolves when it is so, or when time is up; more than a timer can wait means for ever. What has been so may have changed again by the time that is heard. */
  async until(isSo: () => boolean, milliseconds: number = Number.POSITIVE_INFINITY): Promise<void> {
    if (isSo() || milliseconds <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => void (isSo() && resolve());
    this.#waiting.add(look);
    const timer = milliseconds > MAX_TIMER_MS ? undefined : setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(look);
  }

  look(): void {
    for (const look of this.#waiting) look();
  }
}
