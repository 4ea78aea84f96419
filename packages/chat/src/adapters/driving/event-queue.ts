export interface EventQueueOptions {
  /** Called when more than `limit` events wait, and again when they have been taken; for sources that can be held back. */
  readonly onPressure?: ((full: boolean) => void) | undefined;
  /** 1 024 unless given. */
  readonly limit?: number | undefined;
  /** Called when the reader leaves before the end. */
  readonly onLeave?: (() => void) | undefined;
}

/**
 * Events that come in callbacks, for one reader with `for await`. What was pushed before the end is still given; after
 * it, or when the reader has left, pushing does nothing.
 *
 * @example
 * const events = new EventQueue<Notification>();
 * connection.onNotification = (event) => events.push(event);
 * for await (const event of events) translate(event);
 */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #options: EventQueueOptions;
  readonly #limit: number;
  #waiting: Event[] = [];
  #taken = 0;
  #full = false;
  #end: { readonly error?: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(options: EventQueueOptions = {}) {
    this.#options = options;
    this.#limit = options.limit ?? 1_024;
  }

  /** Whether nothing more is taken in. */
  get ended(): boolean {
    return this.#end !== undefined;
  }

  push(event: Event): void {
    if (this.#end !== undefined) return;
    this.#waiting.push(event);
    if (!this.#full && this.#waiting.length - this.#taken > this.#limit) this.#press(true);
    this.#wake?.();
  }

  end(): void {
    this.#close({});
  }

  /** The reader gets the error after what was pushed before it. */
  fail(error: unknown): void {
    this.#close({ error });
  }

  [Symbol.asyncIterator](): AsyncIterator<Event, undefined> {
    return { next: () => this.#next(), return: () => this.#leave() };
  }

  async #next(): Promise<IteratorResult<Event, undefined>> {
    while (this.#taken === this.#waiting.length) {
      if (this.#end !== undefined) {
        const { error } = this.#end;
        this.#end = {};
        if (error !== undefined) throw error;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = undefined;
    }
    const value = this.#waiting[this.#taken] as Event;
    this.#taken += 1;
    // Taken events are let go in blocks, because shifting a long array one by one costs the square of its length.
    if (this.#taken === this.#waiting.length || this.#taken >= this.#limit) {
      this.#waiting = this.#waiting.slice(this.#taken);
      this.#taken = 0;
    }
    if (this.#full && this.#waiting.length - this.#taken <= this.#limit / 2) this.#press(false);
    return { done: false, value };
  }

  async #leave(): Promise<IteratorResult<Event, undefined>> {
    const early = this.#end === undefined;
    this.#close({});
    this.#waiting = [];
    this.#taken = 0;
    if (this.#full) this.#press(false);
    if (early) this.#options.onLeave?.();
    return { done: true, value: undefined };
  }

  #close(end: { readonly error?: unknown }): void {
    this.#end ??= end;
    this.#wake?.();
  }

  #press(full: boolean): void {
    this.#full = full;
    this.#options.onPressure?.(full);
  }
}
