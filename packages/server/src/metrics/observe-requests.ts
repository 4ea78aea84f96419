import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { ServerMetrics } from './server-metrics.ts';

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Counts every request with its route, its status and the time until its answer began. Goes before everything else. */
export function observeRequests(metrics: ServerMetrics): MiddlewareHandler {
  return async (context, next) => {
    const start = performance.now();
    await next();
    const pattern = routePath(context, -1);
    metrics.answered({
      // Whoever calls may invent methods and paths, and must not be able to fill our memory with them.
      method: METHODS.includes(context.req.method) ? context.req.method : 'OTHER',
      route: pattern === '' || pattern.includes('*') ? 'unmatched' : pattern,
      status: context.res.status,
      seconds: (performance.now() - start) / 1000,
    });
  };
}
