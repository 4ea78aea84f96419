import { guardedFetch } from '@posthouse/runtime';
import { toJobsError } from '../network/fetch-page.ts';
import type { GmailPlace } from './gmail-account.ts';

export type GmailRequest = {
  readonly token?: string;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

const LIMITS = { maxBytes: 10 * 1024 * 1024, timeoutMs: 30_000 } as const;

/**
 * A request to Google, through the guard. It goes to the address that is set up and nowhere else, whatever redirects
 * say, because it carries a token.
 */
export async function gmailFetch(
  { url, isNamed }: GmailPlace,
  path: string,
  { token, form, signal }: GmailRequest,
): Promise<Response> {
  const { origin, protocol } = new URL(url);
  try {
    return await guardedFetch(`${url}${path}`, {
      policy: {
        ...LIMITS,
        schemes: [protocol as 'http:' | 'https:'],
        allow: [origin],
        allowPrivateNetworks: isNamed,
      },
      redirect: 'error',
      signal,
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form).toString() }),
    });
  } catch (error) {
    throw signal.aborted ? error : toJobsError(error);
  }
}
