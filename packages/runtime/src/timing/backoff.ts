const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;

/** Waits for something that has failed, and longer each time it fails again. */
export class Backoff {
  readonly #maxMs: number;
  #milliseconds = FIRST_WAIT_MS;

  constructor(maxMs: number = MAX_WAIT_MS) {
    this.#maxMs = maxMs;
  }

  async wait(): Promise<void> {
    const milliseconds = this.#milliseconds;
    this.#milliseconds = Math.min(milliseconds * 2, this.#maxMs);
    await new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());
  }

  /** It succeeded: the next failure waits for the shortest time again. */
  restore(): void {
    this.#milliseconds = FIRST_WAIT_MS;
  }
}
