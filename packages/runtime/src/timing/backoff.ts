const LEAST_MS = 250;
const MOST_MS = 30_000;

/** Waits for something that has failed, and longer each time it fails again. */
export class Backoff {
  readonly #most: number;
  #milliseconds = LEAST_MS;

  constructor(most: number = MOST_MS) {
    this.#most = most;
  }

  async wait(): Promise<void> {
    const milliseconds = this.#milliseconds;
    this.#milliseconds = Math.min(milliseconds * 2, this.#most);
    await new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());
  }

  /** It succeeded: the next failure waits for the shortest time again. */
  restore(): void {
    this.#milliseconds = LEAST_MS;
  }
}
