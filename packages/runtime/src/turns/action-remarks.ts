import { cutText } from '../messages/cut-text.ts';

/** What the shortest remark takes: an entry is more than its text. */
const LEAST_BYTES = 100;

/**
 * What one action writes into the log of its task while it runs, up to so many bytes together. The remark that is too much is
 * cut and says so, and is the last one.
 */
export class ActionRemarks {
  readonly #most: number;
  readonly #write: (text: string) => void;
  #room: number;

  constructor(most: number, write: (text: string) => void) {
    this.#most = most;
    this.#write = write;
    this.#room = most;
  }

  add(text: string): void {
    const room = this.#room;
    if (room < 0) return;
    this.#room -= Math.max(LEAST_BYTES, Buffer.byteLength(text));
    if (this.#room >= 0) return this.#write(text);
    const end = `[The remarks of this call take more than ${this.#most} bytes; no more of them are kept.]`;
    this.#write(`${cutText(text, room)}\n${end}`);
  }
}
