import type { Instance } from '@posthouse/protocol';
import { type Caller, toInstance } from '../auth/caller.ts';

const MAX_CALLERS = 10_000;

/**
 * The token that each caller last sent, for model proxies that want to know on whose behalf they are asked. In memory
 * only: what another process, or this one before it was restarted, was told is not known here.
 */
export class CallerTokens {
  readonly #most: number;
  /** By when they came; whoever comes again moves to the end. */
  readonly #tokens = new Map<string, string>();

  constructor(most: number = MAX_CALLERS) {
    this.#most = most;
  }

  remember(caller: Caller): void {
    const key = keyOf(toInstance(caller, ''));
    this.#tokens.delete(key);
    this.#tokens.set(key, caller.token);
    if (this.#tokens.size <= this.#most) return;
    const [oldest] = this.#tokens.keys();
    this.#tokens.delete(oldest!);
  }

  of(owner: Instance): string | undefined {
    return this.#tokens.get(keyOf(owner));
  }
}

function keyOf({ role, id }: Instance): string {
  return `${role}:${id}`;
}
