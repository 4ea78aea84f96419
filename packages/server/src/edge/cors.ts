import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

/** Where the pages of MAIL's user interface come from while somebody works on it. */
export const DEFAULT_ORIGINS: readonly string[] = ['http://localhost:3000', 'http://127.0.0.1:3000'];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const EXPOSED = [
  'X-Task-Id',
  'X-Session-Id',
  'X-Request-Id',
  'X-Vercel-AI-UI-Message-Stream',
  'Retry-After',
  'X-Should-Retry',
  'Mcp-Session-Id',
];
const PREFLIGHT_SECONDS = 600;

/** Lets pages of other origins call us. `*` means every page, and then browsers send no cookies along. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const everybody = origins.includes('*');
  const answer = cors({
    origin: everybody ? '*' : [...origins],
    credentials: !everybody,
    allowMethods: METHODS,
    exposeHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
  });
  return async (c, next) => {
    const origin = c.req.header('origin');
    // Only browsers say where they come from, and only they look at the answer.
    if (origin === undefined) return next();
    if (everybody || origins.includes(origin)) return answer(c, next);
    c.header('Vary', 'Origin');
    return next();
  };
}
