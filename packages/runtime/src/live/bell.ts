/** Wakes one waiter. Listen before you look, so that a ring in between is not missed. */
export class Bell {
  #rang = Promise.withResolvers<void>();

  listen(): Promise<void> {
    this.#rang = Promise.withResolvers();
    return this.#rang.promise;
  }

  ring(): void {
    this.#rang.resolve();
  }

  /** A ring after some time, so that a listener also looks when nobody rings. */
  later(milliseconds: number): Promise<void> {
    const heard = this.#rang.promise;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      void heard.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
