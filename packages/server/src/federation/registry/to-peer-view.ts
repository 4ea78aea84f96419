import type { PeerList } from '@posthouse/protocol';
import { toKeyId } from '../trust/signing-key.ts';
import type { Peer } from './peer.ts';
import type { PeerHealth } from './peer-health.ts';

/** A peer as admins see it: everything but its token. */
export function toPeerView(
  peer: Peer,
  { health, hasToken }: { health: PeerHealth | undefined; hasToken: boolean },
): PeerList['peers'][number] {
  const { authTokenRef, publicKey } = peer;
  return {
    swarmName: peer.name,
    baseURL: peer.baseURL,
    version: peer.version,
    swarmDescription: peer.description,
    keywords: peer.keywords,
    public: peer.public,
    volatile: peer.volatile,
    kind: peer.kind,
    state: peer.state,
    isActive: health?.active ?? peer.state === 'approved',
    hasToken,
    authTokenRef,
    keyId: publicKey === undefined ? undefined : toKeyId(publicKey),
    agents: peer.agents,
    callers: peer.callers,
    lastSeen: health?.lastSeen ?? peer.lastSeen,
    latency: health?.latency,
  };
}
