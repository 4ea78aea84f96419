import type { Logger } from './logger.ts';

/** A logger that says nothing. A server with it also prints nothing. */
export const quiet: Logger = {
  level: 'silent',
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => quiet,
};
