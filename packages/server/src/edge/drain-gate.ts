import { PosthouseError } from '@posthouse/protocol';
import type { MiddlewareHandler } from 'hono';

/** What a server that shuts down still answers: whether it is alive, and its metrics. */
const STILL_ANSWERED = /^\/(?:health\/live|metrics)$/;

/** Refuses requests while the server shuts down, with `Retry-After`: another process may answer then. */
export function drainGate(isLeaving: () => boolean): MiddlewareHandler {
  return async (c, next) => {
    if (!isLeaving() || STILL_ANSWERED.test(c.req.path)) return next();
    c.header('Retry-After', '1');
    throw new PosthouseError({ code: 'unavailable', message: 'the server is shutting down; try again in a moment' });
  };
}
