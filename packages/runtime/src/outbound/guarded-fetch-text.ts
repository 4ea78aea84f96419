import { PosthouseError } from '@posthouse/protocol';
import { guardedFetch } from './guarded-fetch.ts';
import type { OutboundPolicy } from './outbound-policy.ts';

/**
 * Fetches texts for `url::` references of swarm files, under a policy. Anything but a success is an error: half a
 * prompt, or a page that says "not found", must not become part of a swarm.
 *
 * @example await loadSwarmsFile('swarms.json', { fetchText: guardedFetchText({ allow: ['prompts.example.com'] }) });
 */
export function guardedFetchText(policy: OutboundPolicy = {}): (url: string) => Promise<string> {
  return async (url) => {
    const response = await guardedFetch(url, { policy });
    if (response.ok) return response.text();
    throw new PosthouseError({ code: 'peer_unreachable', message: `${url} answered with status ${response.status}` });
  };
}
