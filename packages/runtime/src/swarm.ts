import { defineSwarm } from './definitions/define-swarm.ts';
import type { SwarmDefinition, SwarmOptions } from './definitions/swarm-definition.ts';
import { SwarmInstance, type SwarmInstanceOptions } from './instance/swarm-instance.ts';

/** A swarm that can be instantiated. */
export type Swarm = {
  readonly definition: SwarmDefinition;
  /** Creates an instance of the swarm for one caller, on a store that remembers everything. */
  instantiate(options: SwarmInstanceOptions): Promise<SwarmInstance>;
};

/**
 * Defines a swarm. Throws one error that lists all problems.
 *
 * @example
 * const team = swarm({ name: 'demo', version: '1.0.0', agents: [boss, math], entrypoint: 'supervisor' });
 * await using store = await openStore('sqlite:demo.db');
 * await using instance = await team.instantiate({ store, userId: 'alice' });
 * const { response } = await instance.postMessage({ body: 'What is 2 + 2?' });
 */
export function swarm(options: SwarmOptions): Swarm {
  const definition = defineSwarm(options);
  return { definition, instantiate: (instance) => SwarmInstance.open(definition, instance) };
}
