import { PosthouseError } from '@posthouse/protocol';
import { guardedFetch, type OutboundPolicy } from '@posthouse/runtime';
import { JobsError } from '../errors/jobs-error.ts';

/** What is fetched: a page for people, or what a job board says to programs. */
export type PageKind = 'html' | 'json';
export type FetchedPage = {
  text: string;
  /** Where it was found in the end, after redirects. */
  url: string;
};

/** The only way out: everything the app reads from the network comes through this. */
export type FetchPage = (
  url: string,
  options: { kind: PageKind; signal?: AbortSignal | undefined },
) => Promise<FetchedPage>;

const LIMITS = { maxBytes: 5 * 1024 * 1024, timeoutMs: 10_000, maxRedirects: 5 } as const;
const TYPES: Record<PageKind, { accept: string; allowed: RegExp }> = {
  html: { accept: 'text/html,application/xhtml+xml', allowed: /^(?:text\/html|application\/xhtml\+xml)\b/i },
  json: { accept: 'application/json', allowed: /^application\/(?:[\w.-]+\+)?json\b/i },
};

export type FetchPageOptions = {
  /** What is different from the public internet, in tests. */
  policy?: OutboundPolicy;
  /** How to find the addresses of a name. */
  resolve?: NonNullable<Parameters<typeof guardedFetch>[1]>['resolve'];
};

/**
 * Fetches through the guard: only http and https, no address of this machine or of a private network whatever a name
 * resolves to, every redirect checked anew, ten seconds, five megabytes, and only what can be read here.
 *
 * @example const { text } = await createFetchPage()('https://example.com/jobs/1', { kind: 'html' });
 */
export function createFetchPage({ policy, resolve }: FetchPageOptions = {}): FetchPage {
  return async (url, { kind, signal }) => {
    const { accept, allowed } = TYPES[kind];
    try {
      const response = await guardedFetch(url, {
        policy: { ...LIMITS, ...policy },
        headers: { accept, 'accept-language': 'en, zh;q=0.8' },
        signal,
        resolve,
      });
      const type = response.headers.get('content-type') ?? 'nothing known';
      if (!response.ok) {
        await response.body?.cancel();
        throw new JobsError('sourceAnswered', { values: { origin: originOf(url), status: response.status } });
      }
      if (!allowed.test(type)) {
        await response.body?.cancel();
        throw new JobsError('unsupportedPage', { values: { type: type.slice(0, 100) } });
      }
      return { text: await response.text(), url: response.url === '' ? url : response.url };
    } catch (error) {
      throw signal?.aborted === true ? error : toJobsError(error);
    }
  };
}

/** What the guard says, as a problem of this app; what it did not say as it is. */
export function toJobsError(error: unknown): unknown {
  if (!PosthouseError.isInstance(error)) return error;
  const why = String((error.details as { reason?: unknown } | undefined)?.reason ?? error.code);
  const values = { reason: error.message, why };
  // A server that takes too long was not refused.
  const isRefused = error.code === 'url_refused' && why !== 'timeout';
  return new JobsError(isRefused ? 'urlRefused' : 'sourceUnreachable', { values, cause: error });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'The address';
}
