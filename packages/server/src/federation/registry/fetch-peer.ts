import {
  invalidInput,
  messageOf,
  parseJSON,
  PosthouseError,
  type ServerInfo,
  serverInfoWire,
} from '@posthouse/protocol';
import { guardedFetchText, type OutboundPolicy } from '@posthouse/runtime';
import { isPublicKey } from '../trust/signing-key.ts';
import type { Peer } from './peer.ts';

/** What a peer says of itself. */
export type PeerInfo = Pick<Peer, 'version' | 'description' | 'keywords' | 'public' | 'kind' | 'publicKey'>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

/**
 * Asks a server about one of its swarms. Throws `url_refused` for addresses that may not be called, `invalid_input` when it
 * does not serve that swarm, `peer_unreachable` otherwise.
 */
export async function fetchPeer(
  { name, baseURL }: Pick<Peer, 'name' | 'baseURL'>,
  policy: OutboundPolicy,
): Promise<PeerInfo> {
  const fetchText = guardedFetchText({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...policy });
  const ask = async (query: string): Promise<ServerInfo> =>
    serverInfoWire.parse(parseJSON(await fetchText(`${baseURL}/${query}`))).value;
  const first = await ask('').catch((cause: unknown) => {
    throw isRefused(cause) ? cause : toUnreachable(baseURL, cause);
  });
  if (first.swarm.name === name) return toInfo(first);
  // A server of ours may serve more than one, and tells of each when it is asked for it.
  const named = isOurs(first) ? await ask(`?swarm=${encodeURIComponent(name)}`).catch(() => first) : first;
  if (named.swarm.name === name) return toInfo(named);
  throw invalidInput(
    `the server at ${baseURL} serves '${first.swarm.name}', not '${name}'; messages to '${name}' would not arrive there`,
  );
}

function toInfo(info: ServerInfo): PeerInfo {
  const { protocolVersion: version, swarm, publicKey } = info;
  const { description = '', keywords = [], public: isPublic = false } = swarm;
  const ours = isOurs(info) ? ({ kind: 'ours', publicKey: publicKey! } as const) : ({ kind: 'reference' } as const);
  return { version, description, keywords, public: isPublic, ...ours };
}

function isOurs({ features = [], publicKey = '' }: ServerInfo): boolean {
  return features.includes('federation') && isPublicKey(publicKey);
}

function toUnreachable(baseURL: string, cause: unknown): PosthouseError {
  const reason = messageOf(cause);
  const message = `error registering swarm: failed to get remote swarm info from ${baseURL}: ${reason}`;
  return new PosthouseError({ code: 'peer_unreachable', message, cause });
}

/** A call that was not made, as opposed to one that took too long. */
function isRefused(error: unknown): boolean {
  if (!PosthouseError.isInstance(error) || error.code !== 'url_refused') return false;
  return (error.details as { reason?: unknown } | undefined)?.reason !== 'timeout';
}
