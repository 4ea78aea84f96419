import { Recent } from '../../auth/recent.ts';

/** How long a call may be late when it has been overtaken by its own cancel. */
const LATE_MS = 60_000;

/** The calls of tools that are under way in this process, so that a client can take one back. */
export class RunningCalls {
  readonly #calls = new Map<string, AbortController>();
  readonly #cancelled: Recent<true>;

  constructor(now: () => number = Date.now) {
    this.#cancelled = new Recent({ most: 1_000, now });
  }

  /** A call begins. Its signal aborts when the client takes it back. */
  begin(id: string): { signal: AbortSignal; end(): void } {
    const controller = new AbortController();
    this.#calls.set(id, controller);
    // They come over connections of their own, in any order.
    if (this.#cancelled.get(id) === true) controller.abort();
    const end = (): void => {
      if (this.#calls.get(id) === controller) this.#calls.delete(id);
    };
    return { signal: controller.signal, end };
  }

  /** Takes a call back, also one that is yet to come; false when it is not under way here. */
  cancel(id: string): boolean {
    const controller = this.#calls.get(id);
    if (controller === undefined) this.#cancelled.set(id, true, LATE_MS);
    controller?.abort();
    return controller !== undefined;
  }
}
