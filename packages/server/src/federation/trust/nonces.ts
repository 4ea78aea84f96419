import { PosthouseError } from '@posthouse/protocol';
import type { Records } from '@posthouse/store';

const KIND = 'nonce';
/** So many requests of peers may be remembered; more than all their rates allow within the window. */
const MAX_NONCES = 100_000;

export type NoncesOptions = {
  records: Records;
  /** How long a signature counts, and so how long it has to be remembered. */
  windowMs: number;
  most?: number;
  now?: () => number;
};

/** Remembers which signed requests have come, for all processes of a deployment and no longer than their signatures count. */
export class Nonces {
  readonly #options: Required<NoncesOptions>;
  #count = 0;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(options: NoncesOptions) {
    this.#options = { most: MAX_NONCES, now: Date.now, ...options };
  }

  /** Whether this is the first time that a nonce comes from a key, in whichever process. */
  async take(keyId: string, nonce: string): Promise<boolean> {
    const { records, windowMs, most, now } = this.#options;
    await this.#sweep();
    if (this.#count >= most) {
      throw new PosthouseError({ code: 'unavailable', message: 'too many messages from peers at once; send it again' });
    }
    try {
      // A clock that runs ahead may have signed it, so it counts for twice as long as it may be old.
      await records.put(KIND, `${keyId}.${nonce}`, { until: now() + 2 * windowMs }, { expect: 0 });
    } catch (error) {
      if (PosthouseError.isInstance(error) && error.code === 'stale') return false;
      throw error;
    }
    this.#count += 1;
    return true;
  }

  /** Forgets what no longer counts, now and then; what other processes have kept is found on the way. */
  async #sweep(): Promise<void> {
    const { records, windowMs, now } = this.#options;
    if (now() - this.#sweptAt < windowMs / 5) return;
    this.#sweptAt = now();
    const all = await records.list(KIND);
    const old = all.filter(({ value }) => typeof value.until !== 'number' || value.until <= now());
    await Promise.all(old.map(({ id }) => records.delete(KIND, id)));
    this.#count = all.length - old.length;
  }
}
