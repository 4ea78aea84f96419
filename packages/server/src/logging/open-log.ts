import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createLogger } from './create-logger.ts';
import type { LogFormat, Logger, LogLevel } from './logger.ts';

export type LogOptions = {
  level: LogLevel;
  format: LogFormat;
  /** Where to keep a file per day. */
  folder?: string;
  secrets: readonly string[];
  /** Takes what people see; standard error unless given. */
  write?: (line: string) => void;
  colour?: boolean;
};

/** The log of a process: on standard error, and in files if there is a folder for them. */
export function openLog({ folder, write, ...options }: LogOptions): { logger: Logger } & Disposable {
  const show = write ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const files = folder === undefined ? undefined : new DailyFile(folder);
  // Files are for later, when colours are only noise.
  const plain = options.colour === true && files !== undefined ? stripVTControlCharacters : (line: string) => line;
  const logger = createLogger({
    ...options,
    write: (line, time) => {
      show(line);
      files?.write(plain(line), time);
    },
  });
  return { logger, [Symbol.dispose]: () => files?.[Symbol.dispose]() };
}

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
