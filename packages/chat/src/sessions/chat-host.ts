import type { Engine, SwarmInstance } from '@posthouse/runtime';
import type { SessionOwner, Store } from '@posthouse/store';

/** Where sessions live: their store, and their swarms. */
export type ChatHost = {
  store: Store;
  engine: Pick<Engine, 'follow' | 'stopping' | 'forget' | 'sweeper'>;
  /** The work of somebody in a swarm; in the default one when none is named. Throws `swarm_not_found`. */
  instance(owner: SessionOwner, swarm: string | undefined): SwarmInstance;
};
