/** A cache whose entries expire, with a maximum size. */
export class Recent<Value> {
  readonly #entries = new Map<string, { value: Value; until: number }>();
  readonly #most: number;
  readonly #now: () => number;

  constructor({ most = 10_000, now = Date.now }: { most?: number; now?: () => number } = {}) {
    this.#most = most;
    this.#now = now;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > this.#now()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: Value, milliseconds: number): void {
    if (milliseconds <= 0) return;
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: this.#now() + milliseconds });
    if (this.#entries.size <= this.#most) return;
    // The one that was put first; whoever floods us with new keys pushes out their own soon enough.
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest!);
  }
}
