import { CachingAuthenticator } from '../caching-authenticator.ts';
import type { Authenticator } from '../caller.ts';
import { askServices } from './ask-services.ts';

/** The two services that MAIL knows: one takes an API key and returns a token, the other says whose token it is. */
export type ExternalAuth = {
  authEndpoint: string;
  tokenInfoEndpoint: string;
  /** How long an answer is trusted; a minute by default. */
  cacheMs?: number;
  /** How long a refusal is cached; five seconds by default. */
  negativeCacheMs?: number;
  /** How long the services may take together; five seconds by default. */
  timeoutMs?: number;
};

/** Lets other services decide who a key belongs to. When they cannot be asked, nobody gets in. */
export function externalAuthenticator(options: ExternalAuth & { now?: () => number }): Authenticator {
  const { cacheMs = 60_000, negativeCacheMs = 5_000, timeoutMs = 5_000, now, ...endpoints } = options;
  return new CachingAuthenticator({
    identify: (key) => askServices(key, { ...endpoints, timeoutMs }),
    positiveMs: cacheMs,
    negativeMs: negativeCacheMs,
    now,
  });
}
