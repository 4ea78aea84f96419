import { parseJSON } from '@posthouse/protocol';
import { guardedFetch } from '../../outbound/guarded-fetch.ts';
import type { OutboundPolicy } from '../../outbound/outbound-policy.ts';
import { ExpectedFailure } from '../expected-failure.ts';

/** Answers about a server are short. */
const MAX_BYTES = 1_000_000;

/** Reads one path of a swarm server as JSON; undefined when the answer is no JSON. */
export async function getFromSwarm(
  base: string,
  path: string,
  { policy, signal }: { policy: OutboundPolicy; signal: AbortSignal },
): Promise<unknown> {
  const response = await guardedFetch(toEndpoint(base, path), {
    policy: { ...policy, maxBytes: Math.min(policy.maxBytes ?? MAX_BYTES, MAX_BYTES) },
    signal,
    headers: { accept: 'application/json' },
  });
  const text = await response.text();
  if (response.status !== 200) throw new ExpectedFailure(`remote URL returned status code ${response.status}`);
  try {
    return parseJSON(text);
  } catch {
    return undefined;
  }
}

/** A server may live below a path: `https://host/mail` and `/health` are `https://host/mail/health`. */
function toEndpoint(base: string, path: string): string {
  if (!URL.canParse(base)) return base;
  const url = new URL(base);
  url.search = '';
  url.hash = '';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url.href;
}
