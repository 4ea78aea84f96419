/** The longest that a timer of Node can wait, 24 days; one that is given more fires at once. Here more means for ever. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * A signal that aborts when time is up. `AbortSignal.timeout` does that too, but cannot be taken back: it keeps a timer and a
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
    this.#timer = milliseconds > LONGEST_MS ? undefined : setTimeout(isUp, milliseconds).unref();
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
