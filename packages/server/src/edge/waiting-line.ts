import { PosthouseError } from '@posthouse/protocol';
import { Recent } from '../auth/recent.ts';
import { type Bucket, fullAgainMs, promiseOne, type Rate } from './token-bucket.ts';

export type WaitingLineOptions = {
  rate: Rate;
  /** How much of what one caller has sent may be held in memory while it waits. */
  bytes: number;
  now?: () => number;
};

/** A request that asks to be let in. */
export type Waiting = {
  /** Whose rate counts. */
  key: string;
  /** What is held in memory meanwhile. */
  bytes: number;
  /** How long whoever sent it is going to wait for the answer. */
  mostMs: number;
};

/** What a request costs beside its body. */
const REQUEST_BYTES = 4 * 1024;

/**
 * Lets requests in at the rate of their caller, in the order they came. Whoever is too fast is answered later, not refused:
 * some callers never ask twice. Only what nobody would wait for, and what does not fit into memory, is `unavailable`.
 */
export class WaitingLine {
  readonly #options: WaitingLineOptions;
  readonly #buckets: Recent<Bucket>;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #isOpen = false;

  constructor(options: WaitingLineOptions) {
    this.#options = options;
    this.#buckets = new Recent({ most: 10_000, now: options.now });
  }

  /** How many stand in line. */
  get waiting(): number {
    return this.#waiting.size;
  }

  async enter({ key, bytes, mostMs }: Waiting): Promise<void> {
    if (this.#isOpen) return;
    const { rate, now = Date.now } = this.#options;
    const { bucket, waitMs } = promiseOne(this.#buckets.get(key), rate, now());
    const size = bytes + REQUEST_BYTES;
    const held = this.#held.get(key) ?? 0;
    if (waitMs > 0 && (waitMs > mostMs || held + size > this.#options.bytes)) throw tooMany(waitMs);
    this.#buckets.set(key, bucket, fullAgainMs(bucket, rate));
    if (waitMs === 0) return;
    this.#held.set(key, held + size);
    await this.#turn(waitMs);
    const rest = this.#held.get(key)! - size;
    if (rest === 0) this.#held.delete(key);
    else this.#held.set(key, rest);
  }

  /** Lets all waiting and later requests in: a process that shuts down must not lose a letter. */
  open(): void {
    this.#isOpen = true;
    for (const letIn of this.#waiting) letIn();
  }

  #turn(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const letIn = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(letIn);
        resolve();
      };
      const timer = setTimeout(letIn, waitMs);
      this.#waiting.add(letIn);
    });
  }
}

function tooMany(waitMs: number): PosthouseError {
  const message = `too many requests are waiting; try again in ${waitMs} ms`;
  return new PosthouseError({ code: 'unavailable', message, details: { retryAfterMs: waitMs } });
}
