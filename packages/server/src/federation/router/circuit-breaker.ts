export type BreakerOptions = {
  /** So many failures in a row open the circuit; five unless given. */
  failures?: number;
  /** How long it stays open the first time, and at most; five seconds and a minute unless given. */
  pauseMs?: number;
  longestMs?: number;
  now?: () => number;
};

type Circuit = { failures: number; pauseMs: number; openUntil: number };

/**
 * Spares peers that are down, and ourselves the waiting: after some failures in a row nobody is asked for a while, then one
 * call may try, and its outcome decides.
 */
export class CircuitBreaker {
  readonly #options: Required<BreakerOptions>;
  readonly #circuits = new Map<string, Circuit>();

  constructor(options: BreakerOptions = {}) {
    this.#options = { failures: 5, pauseMs: 5_000, longestMs: 60_000, now: Date.now, ...options };
  }

  /** How long to leave a peer alone; 0 when it may be asked. After a pause, only one call is let through. */
  waitMs(peer: string): number {
    const circuit = this.#circuits.get(peer);
    const { failures, now } = this.#options;
    if (circuit === undefined || circuit.failures < failures) return 0;
    const wait = circuit.openUntil - now();
    if (wait > 0) return wait;
    circuit.openUntil = now() + circuit.pauseMs;
    return 0;
  }

  succeeded(peer: string): void {
    this.#circuits.delete(peer);
  }

  failed(peer: string): void {
    const { failures, pauseMs, longestMs, now } = this.#options;
    const before = this.#circuits.get(peer) ?? { failures: 0, pauseMs: pauseMs / 2, openUntil: 0 };
    const count = before.failures + 1;
    const pause = count >= failures ? Math.min(longestMs, before.pauseMs * 2) : before.pauseMs;
    this.#circuits.set(peer, { failures: count, pauseMs: pause, openUntil: count >= failures ? now() + pause : 0 });
  }
}
