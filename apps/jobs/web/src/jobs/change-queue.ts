/**
 * Does things one after the other for each job, so that of two changes to the same job the later one also arrives later.
 * Different jobs do not wait for each other.
 */
export class ChangeQueue {
  readonly #last = new Map<number, Promise<unknown>>();

  run<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(id) ?? Promise.resolve()).then(work);
    // Whoever comes next waits for this one, whether or not it goes well.
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(id, settled);
    void settled.then(() => this.#last.get(id) === settled && this.#last.delete(id));
    return result;
  }

  /** For how many jobs something is under way. */
  get size(): number {
    return this.#last.size;
  }
}
