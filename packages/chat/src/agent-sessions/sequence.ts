/** Does one thing after the other, in the order in which they come. One that fails does not hold up the next. */
export class Sequence {
  #last: Promise<unknown> = Promise.resolve();

  add<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
