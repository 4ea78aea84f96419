import { toBackoffMs } from '../http/to-backoff-ms.ts';
import type { StreamTimeouts } from './stream-options.ts';

const DEFAULTS = { firstWaitMs: 250, mostWaitMs: 15_000, giveUpMs: 300_000 };

/** How long to wait after each failure, and when to stop trying. */
export class ReconnectBudget {
  /** What the server asked for with `retry:`. */
  retryMs: number | undefined;
  failures = 0;
  readonly #options: typeof DEFAULTS;
  #failingSince = 0;

  constructor({ firstWaitMs, mostWaitMs, giveUpMs }: StreamTimeouts) {
    this.#options = {
      firstWaitMs: firstWaitMs ?? DEFAULTS.firstWaitMs,
      mostWaitMs: mostWaitMs ?? DEFAULTS.mostWaitMs,
      giveUpMs: giveUpMs ?? DEFAULTS.giveUpMs,
    };
  }

  /** Something came through: what was before does not count any more. */
  reset(): void {
    this.failures = 0;
  }

  /** Counts a failure, and says how long to wait now. Undefined: long enough, by `giveUpMs` or less if that is asked for. */
  fail(askedMs: number | undefined, atMostMs: number = Number.POSITIVE_INFINITY): number | undefined {
    const { firstWaitMs, mostWaitMs, giveUpMs } = this.#options;
    const now = Date.now();
    if (this.failures === 0) this.#failingSince = now;
    this.failures += 1;
    const firstMs = this.retryMs ?? firstWaitMs;
    const delayMs = toBackoffMs({
      failures: this.failures,
      firstMs,
      mostMs: Math.max(mostWaitMs, firstMs),
      askedMs: askedMs ?? 0,
      random: Math.random(),
    });
    return now + delayMs - this.#failingSince > Math.min(giveUpMs, atMostMs) ? undefined : delayMs;
  }
}
