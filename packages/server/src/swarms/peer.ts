import type { JSONObject } from '@posthouse/protocol';

/** Another swarm server, as it was registered here. */
export type Peer = {
  name: string;
  baseURL: string;
  /** The protocol version it speaks. */
  version: string;
  description: string;
  keywords: string[];
  public: boolean;
  volatile: boolean;
  metadata: JSONObject;
  lastSeen: string;
  /** Where its token is found, such as `${SWARM_AUTH_TOKEN_WEATHER}`; never the token itself. */
  authTokenRef?: string;
};

/**
 * The environment variable that holds the token of a peer.
 *
 * @example toTokenRef('my-swarm') // '${SWARM_AUTH_TOKEN_MY_SWARM}'
 */
export function toTokenRef(name: string): string {
  return `\${SWARM_AUTH_TOKEN_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}}`;
}
