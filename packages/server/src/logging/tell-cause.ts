import { defined } from '@posthouse/protocol';
import { currentCause, traceIdOf } from '@posthouse/runtime';
import type { LogFields, Logger } from './logger.ts';

/** The same logger, whose lines say which request and which trace they belong to, where there is one. */
export function tellCause(logger: Logger): Logger {
  const say =
    (line: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields?: LogFields): void =>
      logger[line](message, withCauseFields(fields));
  return {
    level: logger.level,
    debug: say('debug'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    child: (fields) => tellCause(logger.child(fields)),
  };
}

function withCauseFields(fields: LogFields | undefined): LogFields | undefined {
  const cause = currentCause();
  if (cause === undefined) return fields;
  const { requestId } = cause;
  const traceId = traceIdOf(cause.trace);
  return {
    ...fields,
    ...defined({ requestId, traceId }),
  };
}
