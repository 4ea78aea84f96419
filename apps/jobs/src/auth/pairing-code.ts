import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** Without letters and digits that look alike on a screen. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

export type PairingOptions = {
  now: () => Date;
  /** How long the code is good for; 10 minutes unless given. */
  validMs?: number;
  /** How many wrong guesses close it; 5 unless given. */
  tries?: number;
};

export type PairingResult = { accepted: true } | { accepted: false; triesLeft: number };

/**
 * The code that is printed at start and proves that whoever sends it can see the terminal. It is good for one device,
 * for ten minutes and for five tries.
 */
export class PairingCode {
  readonly text: string;
  readonly #now: () => Date;
  readonly #endsAt: number;
  #triesLeft: number;

  constructor({ now, validMs = 600_000, tries = 5 }: PairingOptions) {
    const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    this.text = `${letters.slice(0, 4)}-${letters.slice(4)}`;
    this.#now = now;
    this.#endsAt = now().getTime() + validMs;
    this.#triesLeft = tries;
  }

  /** Uses the code up if it is right. A guess at a code that is no longer good is not even looked at. */
  redeem(guess: string): PairingResult {
    if (this.#now().getTime() >= this.#endsAt) this.#triesLeft = 0;
    if (this.#triesLeft === 0) return { accepted: false, triesLeft: 0 };
    if (timingSafeEqual(digest(guess), digest(this.text))) {
      this.#triesLeft = 0;
      return { accepted: true };
    }
    this.#triesLeft -= 1;
    return { accepted: false, triesLeft: this.#triesLeft };
  }
}

/** Case and dashes do not matter to people who type a code. */
function digest(code: string): Buffer {
  return createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest();
}
