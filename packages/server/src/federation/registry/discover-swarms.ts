import { parseJSON, PosthouseError } from '@posthouse/protocol';
import { guardedFetch, type OutboundPolicy } from '@posthouse/runtime';
import { z } from 'zod';
import { isSwarmName } from './check-registration.ts';
import { toPeerAddress } from './peer-address.ts';
import type { FoundSwarm } from './peer-registry.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
/** More than this of one registry is not read. */
const MAX_SWARMS_PER_REGISTRY = 200;

const text = z.string().nullish();
/** MAIL's servers write `swarm_name`, its own reader looks for `name`. Tokens and flags of a stranger are not read. */
const entrySchema = z.object({
  swarm_name: text,
  name: text,
  base_url: z.string(),
  version: text,
  swarm_description: text,
  keywords: z.array(z.string()).nullish(),
});
const listSchema = z.object({ swarms: z.array(z.unknown()) });

export type DiscoverOptions = {
  /** Hosts and origins whose registries may be asked; nobody's unless given. */
  allow: readonly string[];
  outbound?: OutboundPolicy;
  signal?: AbortSignal;
};

/** Asks a registry for the swarms that it knows. Throws `url_refused` when it is not on the list. */
export async function discoverSwarms(url: string, { allow, outbound, signal }: DiscoverOptions): Promise<FoundSwarm[]> {
  const { baseURL } = toPeerAddress(url);
  if (allow.length === 0) {
    throw new PosthouseError({
      code: 'url_refused',
      message: 'no registry may be asked for swarms here; an admin allows some with server.peers.discovery',
      details: { reason: 'host' },
    });
  }
  const policy = { ...outbound, allow, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const address = baseURL.endsWith('/swarms') ? baseURL : `${baseURL}/swarms`;
  const response = await guardedFetch(address, { policy, signal });
  const body = await response.text();
  if (!response.ok) throw unreadable(baseURL, `status ${response.status}`);
  return readList(body, baseURL);
}

function readList(body: string, baseURL: string): FoundSwarm[] {
  const list = listSchema.safeParse(tryJSON(body));
  if (!list.success) throw unreadable(baseURL, 'something other than a list of swarms');
  return list.data.swarms.slice(0, MAX_SWARMS_PER_REGISTRY).flatMap((entry): FoundSwarm[] => {
    const { data } = entrySchema.safeParse(entry);
    const name = data?.swarm_name ?? data?.name ?? '';
    if (data === undefined || !isSwarmName(name)) return [];
    const { version, swarm_description: description, keywords } = data;
    const found = toAddress(data.base_url);
    if (found === undefined) return [];
    return [
      {
        name,
        baseURL: found,
        version: version ?? 'unknown',
        description: (description ?? '').slice(0, 2_000),
        keywords: (keywords ?? []).slice(0, 50).map((word) => word.slice(0, 100)),
      },
    ];
  });
}

function toAddress(url: string): string | undefined {
  try {
    return toPeerAddress(url).baseURL;
  } catch {
    return undefined;
  }
}

function tryJSON(body: string): unknown {
  try {
    return parseJSON(body);
  } catch {
    return undefined;
  }
}

function unreadable(baseURL: string, got: string): PosthouseError {
  return new PosthouseError({ code: 'peer_unreachable', message: `the registry at ${baseURL} answered with ${got}` });
}
