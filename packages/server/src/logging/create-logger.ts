import { isLogged, type LogFields, type LogFormat, type Logger, type LogLevel } from './logger.ts';
import { type LogLine, toJSONLine, toPrettyLine } from './log-line.ts';
import { redact } from './redact.ts';

export type LoggerOptions = {
  /** `info` by default. */
  level?: LogLevel;
  /** `pretty` by default. */
  format?: LogFormat;
  colour?: boolean;
  /** Texts that never appear, in addition to everything that is named or looks like a secret. */
  secrets?: readonly string[];
  /** Takes each line, without its line break; standard error by default. */
  write?: (line: string, time: Date) => void;
  now?: () => Date;
};

/**
 * A logger that writes lines, without secrets.
 *
 * @example
 * const logger = createLogger({ level: 'debug', format: 'json' });
 * logger.info('listening', { url });
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { level = 'info', format = 'pretty', colour = false, secrets = [], now = () => new Date() } = options;
  const write = options.write ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const encode = format === 'json' ? toJSONLine : (line: LogLine) => toPrettyLine(line, colour);

  const make = (own: LogFields): Logger => {
    const say =
      (line: LogLine['level']) =>
      (message: string, fields: LogFields = {}): void => {
        if (!isLogged(line, level)) return;
        const time = now();
        const shown = redact({ message, fields: { ...own, ...fields } }, secrets) as Pick<
          LogLine,
          'message' | 'fields'
        >;
        write(encode({ time, level: line, ...shown }), time);
      };
    return {
      level,
      debug: say('debug'),
      info: say('info'),
      warn: say('warn'),
      error: say('error'),
      child: (fields) => make({ ...own, ...fields }),
    };
  };
  return make({});
}
