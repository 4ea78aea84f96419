import { z } from 'zod';

/** A record of the store. Defaults stand for what records of earlier versions do not say. */
export const peerSchema = z.object({
  name: z.string(),
  baseURL: z.string(),
  /** The protocol version it speaks. */
  version: z.string().default('unknown'),
  description: z.string().default(''),
  keywords: z.array(z.string()).default([]),
  public: z.boolean().default(false),
  volatile: z.boolean().default(false),
  metadata: z.record(z.string(), z.json()).default({}),
  /** Whether it is a server of ours, whose letters are signed, or one that speaks plain MAIL. */
  kind: z.enum(['ours', 'reference']).default('reference'),
  /** One that was found waits until an admin has said yes. */
  state: z.enum(['approved', 'pending']).default('approved'),
  /** Set once it has been asked who it is. Until then its kind is a guess. */
  asked: z.boolean().default(true),
  publicKey: z.string().optional(),
  /** Agents that it may write to beside those that are open to all peers; `all` is every one. */
  agents: z.array(z.string()).optional(),
  /** Ids of tokens of ours that speak for it, beside the one that is called like it. */
  callers: z.array(z.string()).optional(),
  /** Where its token is found, such as `${SWARM_AUTH_TOKEN_WEATHER}`; never the token itself. */
  authTokenRef: z.string().optional(),
  /** The process that a volatile peer ends with. */
  node: z.string().optional(),
  /** When it was last heard of before the first check of this registry, if ever. */
  lastSeen: z.string().optional(),
});

/** Another swarm server, as it was registered here. */
export type Peer = z.infer<typeof peerSchema>;

/**
 * The environment variable that holds the token of a peer.
 *
 * @example toTokenRef('my-swarm') // '${SWARM_AUTH_TOKEN_MY_SWARM}'
 */
export function toTokenRef(name: string): string {
  return `\${SWARM_AUTH_TOKEN_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}}`;
}

/** The variable that a reference names; undefined when it is no reference. */
export function variableOf(ref: string): string | undefined {
  return /^\$\{([A-Za-z_]\w*)\}$/.exec(ref)?.[1];
}
