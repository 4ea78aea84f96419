/**
 * Holds a source back while its reader is behind.
 *
 * @example
 * const gate = new Gate();
 * const events = new EventQueue({ onPressure: (full) => gate.set(!full) });
 * await gate.opened;
 */
export class Gate {
  #passage = Promise.withResolvers<void>();
  #open = true;

  constructor() {
    this.#passage.resolve();
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Resolves as soon as it is open. */
  get opened(): Promise<void> {
    return this.#passage.promise;
  }

  set(open: boolean): void {
    if (open) this.#passage.resolve();
    else if (this.#open) this.#passage = Promise.withResolvers();
    this.#open = open;
  }
}
