import type { MiddlewareHandler } from 'hono';
import { isLogged, type Logger } from '../logging/logger.ts';

/**
 * Writes one line for each request when its answer begins. Headers, bodies and what follows the `?` are left out: that is
 * where secrets are.
 */
export function logRequests(logger: Logger, now: () => number = () => performance.now()): MiddlewareHandler {
  return async (c, next) => {
    const { method, path } = c.req;
    const say = isProbe(path) ? 'debug' : 'info';
    if (!isLogged(say, logger.level)) return next();
    const start = now();
    await next();
    const caller = c.get('caller') as { role: string; id: string } | undefined;
    logger[say]('request', {
      method,
      path,
      status: c.res.status,
      ms: Math.round((now() - start) * 10) / 10,
      ...(caller === undefined ? {} : { caller: `${caller.role}:${caller.id}` }),
    });
  };
}

const PROBES = /^\/(?:health(?:\/(?:live|ready))?|metrics)$/;

/** Whether a path is one that machines ask for every few seconds. */
export function isProbe(path: string): boolean {
  return PROBES.test(path);
}
