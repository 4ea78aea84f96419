/** Longer waits overflow a timer; whoever hears it too early sets it again. */
const MOST_MS = 2_000_000_000;

/** Rings once, at a time that can be changed until then. Does not keep a process alive. */
export class Alarm {
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  set(milliseconds: number): void {
    this.clear();
    // What was still to come when it was worked out may be past by now.
    this.#timer = setTimeout(this.#ring, Math.min(Math.max(0, milliseconds), MOST_MS)).unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
