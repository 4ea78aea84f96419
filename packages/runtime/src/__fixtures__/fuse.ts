/**
 * Decides when a process in a test dies: at the n-th moment that somebody asks about. From then on it does nothing any
 * more, whatever its code tries.
 */
export class Fuse {
  /** What the process went through, in order; the last one is where it died. */
  readonly moments: string[] = [];
  /** Something that happens elsewhere between a decision of the process and the write that follows from it. */
  meanwhile: ((write: string) => Promise<void>) | undefined;
  readonly #blown = Promise.withResolvers<void>();
  readonly #at: number;
  #dead = false;
  #thawing: PromiseWithResolvers<void> | undefined;

  /** `at` counts from 1; a process without a number lives. */
  constructor(at: number = Number.POSITIVE_INFINITY) {
    this.#at = at;
  }

  get dead(): boolean {
    return this.#dead;
  }

  /** Resolves when the process dies. */
  get blown(): Promise<void> {
    return this.#blown.promise;
  }

  /** One more moment. False when the process is dead. */
  survives(moment: string): boolean {
    if (this.#dead) return false;
    this.moments.push(moment);
    if (this.moments.length === this.#at) this.blow();
    return !this.#dead;
  }

  /** The same for code that would go on: a dead process never comes back from here. */
  async pass(moment: string): Promise<void> {
    if (!this.survives(moment)) await never();
  }

  /** Holds the process up: what it asks of the store waits until it is thawed. */
  freeze(): void {
    this.#thawing ??= Promise.withResolvers();
  }

  thaw(): void {
    this.#thawing?.resolve();
    this.#thawing = undefined;
  }

  get frozen(): boolean {
    return this.#thawing !== undefined;
  }

  async thawed(): Promise<void> {
    await this.#thawing?.promise;
  }

  blow(): void {
    this.#dead = true;
    this.#blown.resolve();
  }
}

/** What a dead process waits for. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}
