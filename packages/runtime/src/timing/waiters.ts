/** Whoever waits until something is so. Whoever changes that tells them to look. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /** Resolves when it is so, or when the signal aborts. What has been so may have changed again by the time that is heard. */
  async until(isSo: () => boolean, signal?: AbortSignal): Promise<void> {
    if (isSo() || signal?.aborted === true) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => void (isSo() && resolve());
    this.#waiting.add(look);
    signal?.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.#waiting.delete(look);
  }

  look(): void {
    for (const look of this.#waiting) look();
  }
}
