import { setTimeout } from 'node:timers/promises';
import { PosthouseError } from '@posthouse/protocol';
import { JobsError } from '../errors/jobs-error.ts';
import { isFields, toList } from '../importers/importing.ts';
import { toJobsError } from '../network/fetch-page.ts';
import type { GmailAccount } from './gmail-account.ts';
import { gmailFetch } from './gmail-fetch.ts';
import { readRetryAfter } from './read-retry-after.ts';

/** The mail of one account. */
export type Gmail = {
  /** Whose it is. */
  address(): Promise<string>;
  /** The ids of messages that a search finds, in the language of Gmail's search box; the newest first. */
  search(query: string, most: number): Promise<string[]>;
  /** A message as the API shows it; undefined when it is gone, or too large to be read. */
  message(id: string): Promise<unknown>;
};

export type GmailOptions = {
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<void>;
};

const ME = '/gmail/v1/users/me';
const PAGE = 500;
/** Pages may be almost empty, but not without end. */
const MAX_PAGES = 50;
const MAX_TRIES = 4;
/** Whoever is told to wait for longer does something else meanwhile. */
const MAX_WAIT_SECONDS = 30;
const TOO_FAST = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);

/**
 * Opens an account. Requests that come too fast are made again after the time that Google asks for, unless it is long;
 * then, and when the token is not accepted, the error says what to do.
 *
 * @example
 * const gmail = openGmail(account, { now, signal });
 * const ids = await gmail.search('from:linkedin.com after:1767225600', 100);
 */
export function openGmail(account: GmailAccount, { now, signal, wait = pause }: GmailOptions): Gmail {
  let fresh: string | undefined;
  let refreshing: Promise<string> | undefined;
  const renew = (): Promise<string> => {
    refreshing ??= refreshToken(account, signal).then((token) => (fresh = token));
    return refreshing;
  };

  const ask = async (path: string): Promise<unknown> => {
    for (let tries = 1; ; tries += 1) {
      const token = fresh ?? account.accessToken ?? (await renew());
      const response = await gmailFetch(account.api, `${ME}${path}`, { token, signal });
      if (response.ok) return await readJSON(response);
      const reasons = await readReasons(response);
      if (response.status === 404) return undefined;
      if (response.status === 401 && account.refresh !== undefined && token !== fresh) {
        // Several requests may find out at the same time; they wait for the same new token.
        await renew();
        continue;
      }
      const seconds = toSeconds(response, { reasons, tries, now: now() });
      if (seconds === undefined) throw toFailure(response.status);
      if (tries === MAX_TRIES || seconds > MAX_WAIT_SECONDS) throw toTired(response.status, seconds);
      await wait(seconds, signal);
    }
  };

  return {
    address: async () => {
      const profile = await ask('/profile');
      return isFields(profile) ? String(profile['emailAddress']) : '';
    },
    search: async (query, most) => {
      const ids: string[] = [];
      let token: unknown;
      for (let page = 0; page < MAX_PAGES && ids.length < most; page += 1) {
        const asked = new URLSearchParams({ q: query, maxResults: String(Math.min(PAGE, most - ids.length)) });
        if (typeof token === 'string') asked.set('pageToken', token);
        const found = await ask(`/messages?${asked}`);
        if (!isFields(found)) break;
        ids.push(...toList(found['messages']).flatMap((each) => (isFields(each) ? [String(each['id'])] : [])));
        token = found['nextPageToken'];
        if (typeof token !== 'string') break;
      }
      return ids.slice(0, most);
    },
    message: async (id) => {
      try {
        return await ask(`/messages/${encodeURIComponent(id)}?format=full`);
      } catch (error) {
        if (error instanceof JobsError && isTooLarge(error.cause)) return undefined;
        throw error;
      }
    },
  };
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(seconds * 1_000, undefined, { signal });
}

/** Asks for an access token of the next hour. */
async function refreshToken({ refresh, tokens }: GmailAccount, signal: AbortSignal): Promise<string> {
  if (refresh === undefined) throw new JobsError('gmailRefused');
  const { token, clientId, clientSecret } = refresh;
  const form = {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: clientId,
    client_secret: clientSecret,
  };
  const response = await gmailFetch(tokens, '', { form, signal });
  // Whatever is wrong with a refresh token, it is a bad request.
  if (response.status === 400 || response.status === 401) {
    await response.body?.cancel();
    throw new JobsError('gmailRefused');
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw toFailure(response.status);
  }
  const answer = await readJSON(response);
  const fresh = isFields(answer) ? answer['access_token'] : undefined;
  if (typeof fresh !== 'string' || !/^[\x21-\x7e]+$/.test(fresh)) throw new JobsError('gmailRefused');
  return fresh;
}

async function readJSON(response: Response): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw toJobsError(error);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new JobsError('notJSON', { cause });
  }
}

/** Why Google says no, in its own words for programs. */
async function readReasons(response: Response): Promise<string[]> {
  try {
    const answer: unknown = JSON.parse(await response.text());
    const error = isFields(answer) ? answer['error'] : undefined;
    const errors = isFields(error) ? toList(error['errors']) : [];
    return errors.flatMap((each) => (isFields(each) ? [String(each['reason'])] : []));
  } catch {
    return [];
  }
}

/** How long to wait before the next try; undefined when there is no use in one. */
function toSeconds(
  { status, headers }: Response,
  { reasons, tries, now }: { reasons: readonly string[]; tries: number; now: Date },
): number | undefined {
  const isTooFast = status === 429 || (status === 403 && reasons.some((reason) => TOO_FAST.has(reason)));
  if (!isTooFast && status < 500) return undefined;
  return readRetryAfter(headers.get('retry-after'), now) ?? 2 ** (tries - 1);
}

function toTired(status: number, seconds: number): JobsError {
  if (status >= 500) return toFailure(status);
  return new JobsError('gmailTooFast', { values: { seconds }, extra: { retryAfter: seconds } });
}

function toFailure(status: number): JobsError {
  if (status === 401) return new JobsError('gmailRefused');
  if (status === 403) return new JobsError('gmailForbidden');
  return new JobsError('sourceAnswered', { values: { origin: 'Gmail', status } });
}

function isTooLarge(error: unknown): boolean {
  return PosthouseError.isInstance(error) && error.code === 'too_large';
}
