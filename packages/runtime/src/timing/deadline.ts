import { MAX_TIMER_MS } from './max-timer.ts';

/**
 * A signal that aborts when time is up; more than a timer can wait means never. `AbortSignal.timeout` does that too, but cannot be taken back: it keeps a timer and a
 * kilobyte until then, however soon the answer came.
 *
 * @example
 * using deadline = new Deadline(60_000);
 * await fetch(url, { signal: deadline.signal });
 */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    const isUp = (): void => this.#controller.abort(new DOMException('time is up', 'TimeoutError'));
    // Whoever waits for nothing else may leave.
    this.#timer = milliseconds > MAX_TIMER_MS ? undefined : setTimeout(isUp, milliseconds).unref();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether time was up before this was disposed of. */
  get hasPassed(): boolean {
    return this.signal.aborted;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
