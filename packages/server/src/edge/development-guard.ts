import { PosthouseError } from '@posthouse/protocol';
import type { MiddlewareHandler } from 'hono';
import { hostOf, isLoopback } from './loopback.ts';

/**
 * Keeps web pages away from a server in development. A page on the internet can make its own name lead to 127.0.0.1 and
 * then talk to us as if we were its server; but the browser still tells that name, as `Host` or as `Origin`.
 */
export function developmentGuard(origins: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header('host') ?? '';
    if (!isLoopback(hostOf(host) ?? '')) {
      throw refused('in development mode this server accepts only requests to localhost');
    }
    const origin = c.req.header('origin');
    // Pages that this server itself has served are welcome.
    const isOwn = origin === `http://${host}` || origin === `https://${host}`;
    if (origin !== undefined && !isOwn && !origins.includes(origin)) {
      throw refused(
        'in development mode this server accepts only requests from pages of the configured origins (cors.origins)',
      );
    }
    await next();
  };
}

function refused(message: string): PosthouseError {
  return new PosthouseError({ code: 'origin_refused', message });
}
