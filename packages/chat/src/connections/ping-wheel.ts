/** Something that must not be silent for too long. */
export type Pingable = {
  /** The turn of the wheel in which it was heard last. */
  heard: number;
  ping(): void;
  /** Called once each turn. */
  look(turn: number): void;
};

/** In how many steps the time of silence is counted: a ping comes at most one step late. */
const STEPS = 15;
const MIN_STEP_MS = 5;

/**
 * Pings whoever has been silent for a while. One timer for all, and being heard costs next to nothing, because that
 * happens with every frame.
 */
export class PingWheel {
  readonly #stepMs: number;
  readonly #steps: number;
  readonly #items = new Set<Pingable>();
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(silenceMs: number) {
    this.#stepMs = Math.max(silenceMs / STEPS, MIN_STEP_MS);
    this.#steps = this.toTurns(silenceMs);
  }

  /** The current turn; whatever sends something notes it. */
  get turn(): number {
    return this.#turn;
  }

  get size(): number {
    return this.#items.size;
  }

  /** How many turns a time takes. */
  toTurns(ms: number): number {
    return Math.max(1, Math.round(ms / this.#stepMs));
  }

  add(item: Pingable): void {
    this.#items.add(item);
    this.#timer ??= setInterval(() => this.#next(), this.#stepMs).unref();
  }

  remove(item: Pingable): void {
    this.#items.delete(item);
    if (this.#items.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #next(): void {
    this.#turn += 1;
    // Who was heard just after a turn has been silent for almost a step less than it seems.
    const due = this.#turn - this.#steps - 1;
    for (const item of this.#items) {
      item.look(this.#turn);
      if (item.heard > due) continue;
      item.heard = this.#turn;
      item.ping();
    }
  }
}
