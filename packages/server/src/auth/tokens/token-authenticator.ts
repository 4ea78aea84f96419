import { PosthouseError } from '@posthouse/protocol';
import { isStale, type Records } from '@posthouse/store';
import { CachingAuthenticator, type Identity } from '../caching-authenticator.ts';
import type { Authenticator } from '../caller.ts';
import type { Logger } from '../../logging/logger.ts';
import { findToken, touchToken } from './token-records.ts';

/** So long a revoked token may still work, in this process and in every other. */
const TRUST_MS = 1_000;

/** `last used` is for people who wonder whether a token is still needed; an hour is near enough. */
const TOUCH_MS = 3_600_000;

/** Knows the tokens that are kept in the store. */
export function tokenAuthenticator(options: { records: Records; logger: Logger; now?: () => number }): Authenticator {
  const { records, logger, now = Date.now } = options;

  const identify = async (token: string): Promise<Identity | undefined> => {
    const found = await findToken(records, token).catch((cause: unknown) => {
      throw new PosthouseError({ code: 'unavailable', message: 'tokens cannot be checked right now', cause });
    });
    if (found === undefined) return undefined;
    const { role, id, lastUsedAt } = found.value;
    if (lastUsedAt === undefined || now() - Date.parse(lastUsedAt) > TOUCH_MS) {
      // Nobody waits for this, and nothing depends on it.
      void touchToken(records, token, found).catch((error: unknown) => {
        // Another request noted it first, or the token was revoked just now.
        if (!isStale(error)) logger.debug('the use of a token could not be recorded', { error });
      });
    }
    return { role, id };
  };

  return new CachingAuthenticator({ identify, positiveMs: TRUST_MS, negativeMs: TRUST_MS, now });
}
