/** Doors that a model waits at until a test opens them. */
export class Gates {
  readonly #gates = new Map<string, PromiseWithResolvers<void>>();
  readonly #arrivals = new Map<string, PromiseWithResolvers<void>>();

  /** What a model calls: says that it is there, and waits; throws when it is aborted meanwhile. */
  async wait(name: string, signal: AbortSignal | undefined): Promise<void> {
    this.#of(this.#arrivals, name).resolve();
    const aborted = new Promise<never>((_, reject) => {
      if (signal?.aborted === true) reject(signal.reason as Error);
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    await Promise.race([this.#of(this.#gates, name).promise, aborted]);
  }

  open(name: string): void {
    this.#of(this.#gates, name).resolve();
  }

  /** Resolves when somebody has come to a gate. */
  reached(name: string): Promise<void> {
    return this.#of(this.#arrivals, name).promise;
  }

  #of(map: Map<string, PromiseWithResolvers<void>>, name: string): PromiseWithResolvers<void> {
    const known = map.get(name) ?? Promise.withResolvers<void>();
    map.set(name, known);
    return known;
  }
}
