import { measure } from '../bound-output.ts';

/** An event of so many characters is a long one. */
const LONG_EVENT_LENGTH = 64 * 2 ** 10;

export interface EventQueueOptions {
  /**
   * Called when more than `limit` events wait, or long ones, and again when they have been read; for sources that
   * can be held back.
   */
  readonly onPressure?: ((full: boolean) => void) | undefined;
  /** 1 024 by default. */
  readonly limit?: number | undefined;
  /** Also called when the waiting events have more characters than this; 8 MiB by default. */
  readonly maxLength?: number | undefined;
  /** Called when the reader leaves before the end. */
  readonly onLeave?: (() => void) | undefined;
}

/**
 * Events that come in callbacks, for one reader with `for await`. The reader still gets what was pushed before the
 * end. After the end, or when the reader has left, pushing does nothing.
 *
 * @example
 * const events = new EventQueue<Notification>();
 * connection.onNotification = (event) => events.push(event);
 * for await (const event of events) translate(event);
 */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #options: EventQueueOptions;
  readonly #limit: number;
  readonly #maxLength: number;
  #waiting: Event[] = [];
  /** How long each of those is, and all of them that are not taken. */
  #lengths: number[] = [];
  #length = 0;
  #taken = 0;
  #full = false;
  #end: { readonly error?: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(options: EventQueueOptions = {}) {
    this.#options = options;
    this.#limit = options.limit ?? 1_024;
    this.#maxLength = options.maxLength ?? 8 * 2 ** 20;
  }

  push(event: Event): void {
    if (this.#end !== undefined) return;
    const length = measure(event, this.#maxLength);
    this.#waiting.push(event);
    this.#lengths.push(length);
    this.#length += length;
    const isLong = this.#length > this.#maxLength;
    if (!this.#full && (isLong || this.#waiting.length - this.#taken > this.#limit)) this.#press(true);
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
    const length = this.#lengths[this.#taken]!;
    this.#length -= length;
    this.#taken += 1;
    // Taken events are let go in blocks, because shifting a long array one by one costs the square of its length. Those
    // that are long are let go at once.
    if (this.#taken === this.#waiting.length || this.#taken >= this.#limit || length >= LONG_EVENT_LENGTH)
      this.#letGo();
    const isShort = this.#length <= this.#maxLength / 2;
    if (this.#full && isShort && this.#waiting.length - this.#taken <= this.#limit / 2) this.#press(false);
    return { done: false, value };
  }

  async #leave(): Promise<IteratorResult<Event, undefined>> {
    const early = this.#end === undefined;
    this.#close({});
    this.#taken = this.#waiting.length;
    this.#length = 0;
    this.#letGo();
    if (this.#full) this.#press(false);
    if (early) this.#options.onLeave?.();
    return { done: true, value: undefined };
  }

  #letGo(): void {
    this.#waiting = this.#waiting.slice(this.#taken);
    this.#lengths = this.#lengths.slice(this.#taken);
    this.#taken = 0;
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
