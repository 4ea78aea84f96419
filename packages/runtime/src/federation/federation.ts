import { defined } from '@posthouse/protocol';
import type { AnyAction } from '../definitions/action.ts';
import { toDiscoverAction } from './discover-action.ts';
import { DEFAULT_POLICY, type FederationPolicy } from './federation-policy.ts';
import type { Peers } from './peers.ts';

/** Everything that tasks need to reach other swarms. */
export type Federation = {
  peers: Peers;
  policy: FederationPolicy;
  discover: AnyAction;
  /** Between 0 and 1. */
  random: () => number;
};

export function toFederation(peers: Peers, policy: Partial<FederationPolicy> = {}): Federation {
  return {
    peers,
    policy: { ...DEFAULT_POLICY, ...defined(policy) },
    discover: toDiscoverAction(peers),
    random: Math.random,
  };
}
