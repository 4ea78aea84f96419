import type { Authenticator, Caller } from './caller.ts';
import { Recent } from './recent.ts';
import { hashToken } from './new-token.ts';

/** Whose a token is, without the token. */
export type Identity = Omit<Caller, 'token'>;

export type CachingOptions = {
  /** Finds out whose a token is. Undefined is a sure no; whatever it throws is an error of the request. */
  identify: (token: string) => Promise<Identity | undefined>;
  /** How long an answer is trusted: also how long a revoked token may still work. */
  positiveMs: number;
  /** How long a refusal stands. */
  negativeMs: number;
  mostEntries?: number;
  now?: () => number;
};

type Answer = { identity: Identity | undefined };

/**
 * Asks once for many requests: answers are kept for a while under the hash of the token, and requests that come while one
 * asks wait for the same answer. Failures are not kept and never let anybody in.
 */
export class CachingAuthenticator implements Authenticator {
  readonly #options: CachingOptions;
  readonly #answers: Recent<Answer>;
  readonly #asking = new Map<string, Promise<Answer>>();

  constructor(options: CachingOptions) {
    this.#options = options;
    const { mostEntries: most, now } = options;
    this.#answers = new Recent({ most, now });
  }

  async authenticate(token: string): Promise<Caller | undefined> {
    const key = hashToken(token);
    const { identity } = this.#answers.get(key) ?? (await this.#ask(key, token));
    return identity === undefined ? undefined : { ...identity, token };
  }

  #ask(key: string, token: string): Promise<Answer> {
    const asking = this.#asking.get(key);
    if (asking !== undefined) return asking;
    const { identify, positiveMs, negativeMs } = this.#options;
    const answer = identify(token)
      .then((identity) => {
        this.#answers.set(key, { identity }, identity === undefined ? negativeMs : positiveMs);
        return { identity };
      })
      .finally(() => this.#asking.delete(key));
    this.#asking.set(key, answer);
    return answer;
  }
}
