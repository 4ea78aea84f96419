/** Writes that the store has not answered yet. While there are any, memory is ahead of the store. */
export class PendingWrites {
  /** How many writes there ever were; a number that has not changed means that nothing has happened. */
  count = 0;
  #underway = 0;
  #landing = Promise.withResolvers<void>();

  get any(): boolean {
    return this.#underway > 0;
  }

  begin(): void {
    if (this.#underway === 0) this.#landing = Promise.withResolvers();
    this.#underway += 1;
    this.count += 1;
  }

  end(): void {
    this.#underway -= 1;
    if (this.#underway === 0) this.#landing.resolve();
  }

  /** Resolves when the store has answered everything. */
  async landed(): Promise<void> {
    if (this.any) await this.#landing.promise;
  }
}
