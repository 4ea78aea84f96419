/** Something that has gathered output. */
export type Flushable = { flush(): void };

/** Lets everything that gathers within one tick go out together, with one timer for all who have something. */
export class Flusher {
  #waiting = new Set<Flushable>();
  #scheduled = false;

  schedule(item: Flushable): void {
    this.#waiting.add(item);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    const due = this.#waiting;
    this.#waiting = new Set();
    this.#scheduled = false;
    for (const item of due) item.flush();
  }
}
