import { stripVTControlCharacters } from 'node:util';
import { createLogger } from './create-logger.ts';
import { DailyFile } from './daily-file.ts';
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
