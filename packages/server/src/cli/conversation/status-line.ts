import type { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

const CLEAR = '\r\u001B[K';
const REFRESH_MS = 100;
/** For terminals that do not tell, or say that they have no width at all. */
const WIDTH = 80;

/**
 * A line at the bottom of a terminal that is always up to date, while lines come and go above it. It shows only at the
 * beginning of a line, so never in the middle of a text that is being written.
 */
export class StatusLine implements Disposable {
  readonly #output: Writable & { columns?: number };
  readonly #toText: () => string;
  readonly #timer: NodeJS.Timeout;
  #shown = false;
  #atStart = true;

  constructor(output: Writable & { columns?: number }, toText: () => string) {
    this.#output = output;
    this.#toText = toText;
    this.#timer = setInterval(() => this.#draw(), REFRESH_MS);
    this.#timer.unref();
  }

  /** Writes above the line. */
  write(text: string): void {
    if (text === '') return;
    this.#clear();
    this.#output.write(text);
    this.#atStart = text.endsWith('\n');
    this.#draw();
  }

  /** Takes the line away for good. */
  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #draw(): void {
    if (!this.#atStart) return;
    this.#output.write(`${CLEAR}${fit(this.#toText(), (this.#output.columns || WIDTH) - 1)}`);
    this.#shown = true;
  }

  #clear(): void {
    if (this.#shown) this.#output.write(CLEAR);
    this.#shown = false;
  }
}

/** A line that is too long would wrap, and could not be taken away. Colours are the first thing to go. */
function fit(text: string, width: number): string {
  const plain = stripVTControlCharacters(text);
  return plain.length <= width ? text : plain.slice(0, Math.max(0, width));
}
