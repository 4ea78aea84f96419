import { PosthouseError } from '@posthouse/protocol';
import type { MiddlewareHandler } from 'hono';

/** What may be asked of a server that is leaving: whether it is alive, and how it was. */
const STILL_ANSWERED = /^\/(?:health\/live|metrics)$/;

/** Turns requests away while the server is leaving, with the hint to come back: somebody else may answer then. */
export function drainGate(isLeaving: () => boolean): MiddlewareHandler {
  return async (c, next) => {
    if (!isLeaving() || STILL_ANSWERED.test(c.req.path)) return next();
    c.header('Retry-After', '1');
    throw new PosthouseError({ code: 'unavailable', message: 'the server is shutting down; try again in a moment' });
  };
}
