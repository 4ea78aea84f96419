import type { KeyFile, Profile } from '../agent/key-file.ts';
import type { Environment } from '../agent/resolve-model.ts';

/** How to get at the mail of somebody who has allowed it. */
export type GmailAccount = {
  readonly accessToken: string | undefined;
  /** What new access tokens are made from; they last an hour. */
  readonly refresh: { readonly token: string; readonly clientId: string; readonly clientSecret: string } | undefined;
  readonly api: GmailPlace;
  readonly tokens: GmailPlace;
};

/** An address, and whether it was the user who named it: only then may it be one of this machine. */
export type GmailPlace = { readonly url: string; readonly isNamed: boolean };

/** The account of an owner, if there is one, and the profile of `auth.json` that it comes from. */
export type FindGmail = (ownerId: number) => { profile: string; account: GmailAccount | undefined };

export type GmailSettings = {
  readonly keys: Pick<KeyFile, 'profile'>;
  readonly env: Environment;
  readonly firstOwner: () => number;
};

const API = 'https://gmail.googleapis.com';
const TOKENS = 'https://oauth2.googleapis.com/token';
const PROFILE = 'gmail:oauth';

/**
 * Finds accounts in `auth.json`, anew each time: `gmail:oauth` is the first owner's, and `gmail:oauth:2` that of owner 2,
 * because nobody is to read the mail of somebody else. `GMAIL_ACCESS_TOKEN` is the first owner's as well, and wins.
 */
export function gmailFinder({ keys, env, firstOwner }: GmailSettings): FindGmail {
  return (ownerId) => {
    const isFirst = ownerId === firstOwner();
    const profile = isFirst ? PROFILE : `${PROFILE}:${ownerId}`;
    const said = keys.profile(profile) ?? {};
    const given = isFirst ? env['GMAIL_ACCESS_TOKEN']?.trim() : undefined;
    return { profile, account: toAccount(isToken(given) ? { ...said, access_token: given } : said) };
  };
}

function toAccount(profile: Profile): GmailAccount | undefined {
  const { access_token: accessToken, refresh_token: token, client_id: clientId, client_secret: clientSecret } = profile;
  const refresh =
    token === undefined || clientId === undefined || clientSecret === undefined
      ? undefined
      : { token, clientId, clientSecret };
  if (accessToken === undefined && refresh === undefined) return undefined;
  return { accessToken, refresh, api: toPlace(profile.base_url, API), tokens: toPlace(profile.token_url, TOKENS) };
}

function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[\x21-\x7e]+$/.test(text);
}

function toPlace(named: string | undefined, usual: string): GmailPlace {
  return named === undefined ? { url: usual, isNamed: false } : { url: named.replace(/\/+$/, ''), isNamed: true };
}
