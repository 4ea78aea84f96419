import { PosthouseError } from '@posthouse/protocol';
import type { Context, MiddlewareHandler } from 'hono';
import { Recent } from '../auth/recent.ts';
import { hashToken } from '../auth/token.ts';
import { type Bucket, type Rate, takeOne } from './token-bucket.ts';

/** Health checks come from whoever watches over us, and must not be what tips the server over. */
const UNLIMITED = /^\/health(?:\/(?:live|ready))?$/;

/**
 * Limits how often each caller may ask. A token has a bucket of its own once it has been accepted; until then it shares
 * the one of the address it comes from, so trying many tokens does not help.
 */
export function limitRate(rate: Rate, now: () => number = Date.now): MiddlewareHandler {
  const buckets = new Recent<Bucket>({ most: 100_000, now });
  const accepted = new Recent<true>({ most: 100_000, now });
  // By then a bucket is full again, and need not be remembered.
  const keepMs = (rate.burst / rate.perSecond) * 1000 + 1000;
  return async (c, next) => {
    if (UNLIMITED.test(c.req.path) && c.req.method === 'GET') return next();
    const header = c.req.header('authorization');
    const token = header === undefined ? undefined : hashToken(header);
    const key = token !== undefined && accepted.get(token) === true ? token : `address ${addressOf(c)}`;
    const { bucket, waitMs } = takeOne(buckets.get(key), rate, now());
    buckets.set(key, bucket, keepMs);
    if (waitMs > 0) {
      c.header('Retry-After', String(Math.ceil(waitMs / 1000)));
      throw new PosthouseError({ code: 'rate_limited', message: `too many requests; wait ${waitMs} ms` });
    }
    await next();
    if (token !== undefined && c.get('caller') !== undefined) accepted.set(token, true, keepMs + 60_000);
  };
}

function addressOf(c: Context): string {
  return c.env?.incoming?.socket?.remoteAddress ?? 'unknown';
}
