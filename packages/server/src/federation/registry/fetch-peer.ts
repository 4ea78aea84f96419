import { parseJSON, PosthouseError, serverInfoWire } from '@posthouse/protocol';
import { guardedFetchText, type OutboundPolicy } from '@posthouse/runtime';
import type { Peer } from './peer.ts';

/** What a peer says of itself. */
export type PeerInfo = Pick<Peer, 'version' | 'description' | 'keywords' | 'public'>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

/** Asks a server who it is. Throws `url_refused` for addresses that may not be called, `peer_unreachable` otherwise. */
export async function fetchPeer(baseURL: string, policy: OutboundPolicy): Promise<PeerInfo> {
  try {
    const text = await guardedFetchText({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...policy })(`${baseURL}/`);
    const { protocolVersion, swarm } = serverInfoWire.parse(parseJSON(text)).value;
    const { description = '', keywords = [], public: isPublic = false } = swarm;
    return { version: protocolVersion, description, keywords, public: isPublic };
  } catch (cause) {
    if (isRefused(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `error registering swarm: failed to get remote swarm info from ${baseURL}: ${reason}`;
    throw new PosthouseError({ code: 'peer_unreachable', message, cause });
  }
}

/** A call that was not made, as opposed to one that took too long. */
function isRefused(error: unknown): boolean {
  if (!PosthouseError.isInstance(error) || error.code !== 'url_refused') return false;
  return (error.details as { reason?: unknown } | undefined)?.reason !== 'timeout';
}
