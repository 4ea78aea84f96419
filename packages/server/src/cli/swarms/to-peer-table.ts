import type { PeerList } from '@posthouse/protocol';
import { toColumns } from '../terminal/to-columns.ts';
import { toPrintable } from '../terminal/to-printable.ts';

type Peer = PeerList['peers'][number];

/** Peers for people: one line each, in columns. */
export function toPeerTable(peers: readonly Peer[]): string {
  if (peers.length === 0) return 'There are no peers.';
  return toColumns([
    ['NAME', 'STATE', 'KIND', 'SEEN', 'LATENCY', 'TOKEN', 'URL'],
    ...peers.map((peer) => [
      toPrintable(peer.swarmName),
      toState(peer),
      peer.kind === 'ours' ? 'posthouse' : 'mail',
      peer.lastSeen?.slice(0, 16).replace('T', ' ') ?? 'never',
      peer.latency === undefined ? '' : `${peer.latency} ms`,
      toTokenText(peer),
      toPrintable(peer.baseURL),
    ]),
  ]);
}

function toState({ state, isActive, volatile }: Peer): string {
  if (state === 'pending') return 'waiting for approval';
  return `${isActive ? 'there' : 'does not respond'}${volatile ? ', volatile' : ''}`;
}

function toTokenText({ hasToken, authTokenRef, state }: Peer): string {
  if (state === 'pending') return '';
  if (hasToken) return 'yes';
  return authTokenRef === undefined ? 'none' : `set ${authTokenRef.slice(2, -1)}`;
}
