import { MAX_TIMER_MS } from './max-timer.ts';

/** Rings once, at a time that can be changed until then. Does not keep a process alive. For a time that is too
 * far away for a timer it rings too early, and whoever hears it sets it again. */
export class Alarm {
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  set(milliseconds: number): void {
    this.clear();
    // What was still to come when it was worked out may be past by now.
    this.#timer = setTimeout(this.#ring, Math.min(Math.max(0, milliseconds), MAX_TIMER_MS)).unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
