/**
 * What becomes of a connection. Broken: whatever waits on it will wait in vain. Retired: the server does not know it any
 * more, so the next request should use another; those under way may still be answered.
 */
export class Loss {
  readonly #broken = new AbortController();
  #retired = false;

  /** Aborts when the connection breaks. */
  get broken(): AbortSignal {
    return this.#broken.signal;
  }

  get usable(): boolean {
    return !this.#retired && !this.#broken.signal.aborted;
  }

  retire(): void {
    this.#retired = true;
  }

  break(reason: unknown): void {
    this.#broken.abort(reason);
  }
}
