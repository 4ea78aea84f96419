/** A reader for whom bytes wait. */
export type Holder = {
  /** How many of them. */
  readonly waiting: number;
  /** Drops the reader, and releases the bytes. */
  letGo(): void;
};

/**
 * The data that waits for readers of a process, with a limit. Bytes that many readers wait for are in memory once
 * and count once. Above the limit, the reader with the largest backlog is dropped.
 */
export class Backlog {
  readonly #maxBytes: number;
  readonly #holders = new Set<Holder>();
  readonly #held = new Map<Uint8Array, number>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** How much waits now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The holder waits with these bytes until it releases them. It may be let go right here. */
  hold(holder: Holder, pieces: readonly Uint8Array[]): void {
    this.#holders.add(holder);
    for (const piece of pieces) {
      const count = this.#held.get(piece) ?? 0;
      this.#held.set(piece, count + 1);
      if (count === 0) this.#bytes += piece.byteLength;
    }
    // One piece may always wait, however large it is.
    while (this.#bytes > this.#maxBytes && this.#held.size > 1 && this.#holders.size > 0) this.#letGoLargest();
  }

  release(pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      const count = this.#held.get(piece) ?? 0;
      if (count > 1) this.#held.set(piece, count - 1);
      else if (this.#held.delete(piece)) this.#bytes -= piece.byteLength;
    }
  }

  /** The holder has no more waiting data. */
  remove(holder: Holder): void {
    this.#holders.delete(holder);
  }

  #letGoLargest(): void {
    const [first, ...others] = this.#holders;
    const largest = others.reduce((most, holder) => (holder.waiting > most.waiting ? holder : most), first!);
    this.#holders.delete(largest);
    largest.letGo();
  }
}
