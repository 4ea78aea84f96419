import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One file per day in a folder, such as `logs/mail_2026-05-01.log`. Written at once and in order: the last line before a
 * crash is the one that matters. A full disk costs lines of the log, never the server.
 */
export class DailyFile implements Disposable {
  readonly #folder: string;
  #day = '';
  #file: number | undefined;

  /** Makes the folder if it is not there, so that a wrong one is noticed at the start. */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  write(line: string, time: Date): void {
    try {
      writeSync(this.#fileOf(time), `${line}\n`);
    } catch {
      // There is nowhere left to say it but where it just failed.
      this[Symbol.dispose]();
    }
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#day = '';
  }

  #fileOf(time: Date): number {
    const day = time.toISOString().slice(0, 10);
    if (this.#file !== undefined && day === this.#day) return this.#file;
    this[Symbol.dispose]();
    // Logs tell who did what; that is for whoever runs the server.
    this.#file = openSync(join(this.#folder, `mail_${day}.log`), 'a', 0o600);
    this.#day = day;
    return this.#file;
  }
}
