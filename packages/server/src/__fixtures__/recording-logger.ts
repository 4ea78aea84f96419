import type { LogFields, Logger } from '../logging/logger.ts';

export type LoggedLine = { level: 'debug' | 'info' | 'warn' | 'error'; message: string; fields: LogFields | undefined };

/** A logger that keeps its lines for a test to look at. */
export function recordingLogger(): { logger: Logger; lines: LoggedLine[] } {
  const lines: LoggedLine[] = [];
  const log = (level: LoggedLine['level']) => (message: string, fields?: LogFields) =>
    void lines.push({ level, message, fields });
  const logger: Logger = {
    level: 'debug',
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    child: () => logger,
  };
  return { logger, lines };
}
