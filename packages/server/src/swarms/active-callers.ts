/** How long a caller counts as active after a request. */
const STAY_MS = 5 * 60_000;

/** Counts the callers that sent a request recently. */
export class ActiveCallers {
  readonly #stayMs: number;
  /** By when they came; whoever comes again moves to the end. */
  readonly #came = new Map<string, number>();

  constructor(stayMs: number = STAY_MS) {
    this.#stayMs = stayMs;
  }

  come(id: string, now: number = Date.now()): void {
    this.#came.delete(id);
    this.#came.set(id, now);
    this.#forget(now);
  }

  count(now: number = Date.now()): number {
    this.#forget(now);
    return this.#came.size;
  }

  #forget(now: number): void {
    for (const [id, came] of this.#came) {
      if (now - came < this.#stayMs) return;
      this.#came.delete(id);
    }
  }
}
