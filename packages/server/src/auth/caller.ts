import type { Instance } from '@posthouse/protocol';

/** Who sends a request. `token` is what the request carried; it is never logged or written down. */
export type Caller = { role: 'user' | 'admin' | 'agent'; id: string; token: string };

/** Finds the owner of a token; undefined if the token is unknown. Throws `unavailable` if it cannot find out. */
export interface Authenticator {
  authenticate(token: string): Promise<Caller | undefined>;
}

/** The instance a caller works in. What another swarm's agents do here, they do as that swarm. */
export function toInstance({ role, id }: Caller, swarm: string): Instance {
  return { swarm, role: role === 'agent' ? 'swarm' : role, id };
}
