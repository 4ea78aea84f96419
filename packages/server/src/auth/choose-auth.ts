import { invalidConfiguration } from '@posthouse/protocol';
import type { Store } from '@posthouse/store';
import type { Logger } from '../logging/logger.ts';
import type { Authenticator } from './caller.ts';
import {
  developmentAuthenticator,
  type DevelopmentTokens,
  newDevelopmentTokens,
} from './development/development-authenticator.ts';
import { keepDevelopmentTokens } from './development/development-file.ts';
import { type ExternalAuth, externalAuthenticator } from './external/external-authenticator.ts';
import { tokenAuthenticator } from './tokens/token-authenticator.ts';
import { hasTokens } from './tokens/token-records.ts';

/**
 * Who checks tokens: our own tokens, other services, or an object of your program. `auto` takes the services if they
 * are configured, the tokens if there are any, and development otherwise.
 */
export type AuthOption = 'auto' | 'tokens' | 'development' | ExternalAuth | Authenticator;

export type ChosenAuth = {
  mode: 'tokens' | 'external' | 'development' | 'custom';
  authenticator: Authenticator;
  /** Only in development. */
  tokens?: DevelopmentTokens;
};

export type AuthSituation = {
  auth: AuthOption;
  store: Pick<Store, 'records'>;
  /** Others may reach the store from elsewhere, so this is hardly somebody's own machine. */
  shared: boolean;
  /** Where tokens of development are kept from start to start; without it each start has its own. */
  developmentFolder?: string;
  logger: Logger;
};

/** Chooses how callers are recognised. Whatever the situation, nobody gets in without a token that somebody was given. */
export async function chooseAuth(situation: AuthSituation): Promise<ChosenAuth> {
  const { auth, store, shared, developmentFolder, logger } = situation;
  if (typeof auth === 'object') {
    if ('authenticate' in auth) return { mode: 'custom', authenticator: auth };
    checkEndpoint('AUTH_ENDPOINT', auth.authEndpoint);
    checkEndpoint('TOKEN_INFO_ENDPOINT', auth.tokenInfoEndpoint);
    return { mode: 'external', authenticator: externalAuthenticator(auth) };
  }
  const own = tokenAuthenticator({ records: store.records, logger });
  // A database server is where people deploy to: without tokens yet, it waits for the first one and lets nobody in.
  if (auth === 'tokens' || (auth === 'auto' && (shared || (await hasTokens(store.records))))) {
    return { mode: 'tokens', authenticator: own };
  }
  const tokens =
    developmentFolder === undefined ? newDevelopmentTokens() : await keepDevelopmentTokens(developmentFolder);
  return { mode: 'development', authenticator: developmentAuthenticator(tokens, own), tokens };
}

function checkEndpoint(name: string, value: string): void {
  const url = URL.parse(value);
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return;
  throw invalidConfiguration(`${name} must be a URL that begins with https:// or http://`);
}
