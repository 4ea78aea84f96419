import type { MiddlewareHandler } from 'hono';

/** Headers that keep browsers from guessing types, showing us in frames, and telling others where a reader came from. */
export function secureHeaders(): MiddlewareHandler {
  return async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('X-Frame-Options', 'DENY');
    c.header('Referrer-Policy', 'no-referrer');
    await next();
  };
}
