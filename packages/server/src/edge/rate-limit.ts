import { PosthouseError } from '@posthouse/protocol';
import type { Context, MiddlewareHandler } from 'hono';
import type { Caller } from '../auth/caller.ts';
import { Recent } from '../auth/recent.ts';
import { hashToken } from '../auth/new-token.ts';
import { type Bucket, fullAgainMs, type Rate, takeOne } from './token-bucket.ts';
import { WaitingLine } from './waiting-line.ts';

/** Health checks come from whoever watches over us, and must not be what tips the server over. */
const UNLIMITED = /^\/health(?:\/(?:live|ready))?$/;

/** Peers of plain MAIL never ask twice: what comes here is answered later instead of being refused. */
const QUEUED = /^\/interswarm\//;
/** Less than a request may take to arrive whole. */
const MAX_WAIT_MS = 50_000;
const WAITING_BYTES = 64 * 1024 * 1024;

/**
 * Limits how often each caller may ask. A token has a bucket of its own once it has been accepted; until then it shares
 * the one of the address it comes from, so trying many tokens does not help.
 */
export function limitRate(rate: Rate, now: () => number = Date.now): MiddlewareHandler {
  const buckets = new Recent<Bucket>({ most: 100_000, now });
  const accepted = new Recent<Caller['role']>({ most: 100_000, now });
  const guessing = new Recent<true>({ most: 100_000, now });
  const line = new WaitingLine({ rate, bytes: WAITING_BYTES, now });
  const keepMs = fullAgainMs({ left: 0, at: 0 }, rate) + 60_000;
  return async (c, next) => {
    if (UNLIMITED.test(c.req.path) && c.req.method === 'GET') return next();
    const header = c.req.header('authorization');
    const token = header === undefined ? undefined : hashToken(header);
    const role = token === undefined ? undefined : accepted.get(token);
    const address = `address ${addressOf(c)}`;
    const key = role === undefined ? address : token!;
    if (QUEUED.test(c.req.path)) {
      // A peer stands in a line of its own behind this; a token that nobody knows yet is one until somebody has guessed.
      const passes = role === undefined ? guessing.get(address) !== true : role === 'agent';
      if (!passes) await line.enter({ key, bytes: 0, mostMs: MAX_WAIT_MS });
    } else {
      const { bucket, waitMs } = takeOne(buckets.get(key), rate, now());
      buckets.set(key, bucket, fullAgainMs(bucket, rate));
      if (waitMs > 0) {
        c.header('Retry-After', String(Math.ceil(waitMs / 1000)));
        throw new PosthouseError({ code: 'rate_limited', message: `too many requests; wait ${waitMs} ms` });
      }
    }
    await next();
    const caller = c.get('caller') as Caller | undefined;
    if (token !== undefined && caller !== undefined) accepted.set(token, caller.role, keepMs);
    else if (c.res.status === 401) guessing.set(address, true, keepMs);
  };
}

function addressOf(c: Context): string {
  return c.env?.incoming?.socket?.remoteAddress ?? 'unknown';
}
