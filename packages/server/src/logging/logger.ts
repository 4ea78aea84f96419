/** How much a log tells, from everything to nothing. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** For people, or for machines. */
export const LOG_FORMATS = ['pretty', 'json'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

/** The fields beside the sentence of a log line. */
export type LogFields = Record<string, unknown>;

/**
 * Where the server says what it does. Sentences are fixed; what varies goes into fields: `info('listening', { url
 * })`. Secrets may be among them; they are removed before anything is written.
 */
export interface Logger {
  /** Lines below this level are not written; check it before you compute something costly. */
  readonly level: LogLevel;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to each of its lines. */
  child(fields: LogFields): Logger;
}

/** Whether a logger of a level writes lines of another. */
export function isLogged(line: LogLevel, level: LogLevel): boolean {
  return LOG_LEVELS.indexOf(line) >= LOG_LEVELS.indexOf(level);
}
