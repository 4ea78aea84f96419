import { invalidInput } from '@posthouse/protocol';
import { agent } from './agent.ts';
import { defineSwarm } from './define-swarm.ts';
import { findAgent } from './find-agent.ts';
import type { SwarmDefinition } from './swarm-definition.ts';

/** Who may write to whom: row `from`, column `to`, both in the order of `names`. */
export type AdjacencyMatrix = { names: string[]; matrix: (0 | 1)[][] };

/**
 * The local communication graph of a swarm. Targets in other swarms are not part of it.
 *
 * @example toAdjacencyMatrix(definition) // { names: ['supervisor', 'math'], matrix: [[0, 1], [1, 0]] }
 */
export function toAdjacencyMatrix({ agents }: SwarmDefinition): AdjacencyMatrix {
  const names = agents.map(({ name }) => name);
  const matrix = agents.map(({ commTargets }) => names.map((name) => (commTargets.includes(name) ? 1 : 0)));
  return { names, matrix };
}

/**
 * The same swarm with other links between the named agents. Links to other agents, and to other swarms, stay. Throws
 * if the matrix does not fit the names or the result is not a swarm.
 *
 * @example withAdjacencyMatrix(definition, [[0, 1], [0, 0]], ['supervisor', 'math'])
 */
export function withAdjacencyMatrix(
  definition: SwarmDefinition,
  matrix: readonly (readonly (number | boolean)[])[],
  names: readonly string[],
): SwarmDefinition {
  const order = names.map((name) => findAgent(definition, name).name);
  const fits = matrix.length === order.length && matrix.every((row) => row.length === order.length);
  if (!fits || new Set(order).size !== order.length) {
    throw invalidInput(
      `expected a square matrix with a row and a column for each of the ${order.length} names, all different`,
    );
  }
  const agents = definition.agents.map((member) => {
    const row = order.indexOf(member.name);
    if (row < 0) return member;
    const linked = order.filter((_, column) => Boolean(matrix[row]![column]));
    const others = member.commTargets.filter((target) => !order.includes(target));
    return agent({ ...member, commTargets: [...linked, ...others] });
  });
  return defineSwarm({ ...definition, agents });
}
