import { PosthouseError } from '@posthouse/protocol';
import type { Agent } from './agent.ts';
import { didYouMean } from './closest-name.ts';
import type { SwarmDefinition } from './swarm-definition.ts';

/**
 * The agent of that name; throws `agent_not_found` when there is none.
 *
 * @example findAgent(definition, 'math').actions
 */
export function findAgent(definition: SwarmDefinition, name: string): Agent {
  const found = definition.agents.find((agent) => agent.name === name);
  if (found !== undefined) return found;
  const names = definition.agents.map((agent) => agent.name);
  throw new PosthouseError({
    code: 'agent_not_found',
    message: `swarm '${definition.name}' has no agent '${name}'.${didYouMean(name, names)}`,
  });
}
