import type { UISwarms } from '@posthouse/protocol';
import { YOU } from '../moments/mail-of.ts';

export type Agent = UISwarms['swarms'][number]['agents'][number];

export type GraphNode = {
  id: string;
  name: string;
  /** The other swarm it belongs to, if it does. */
  swarm: string | undefined;
  marks: readonly ('you' | 'entrypoint' | 'supervisor' | 'interswarm')[];
};

/** A way between two agents; `both` when each may write to the other. */
export type GraphEdge = { id: string; from: string; to: string; both: boolean; known: boolean };

export type Graph = { nodes: GraphNode[]; edges: GraphEdge[] };

type GraphSource = {
  agents: readonly Agent[];
  entrypoint: string;
  /** Agents that have turned up in a task, and the ways that mail has gone, as pairs. */
  seen?: readonly string[];
  travelled?: readonly (readonly [from: string, to: string])[];
};

/**
 * The agents of a swarm and who may write to whom, with everybody who has turned up in a task. Two ways between the same
 * agents are one edge.
 */
export function toGraph({ agents, entrypoint, seen = [], travelled = [] }: GraphSource): Graph {
  const own = new Set(agents.map(({ name }) => name));
  const nodes = agents.map((agent) => toNode(agent, entrypoint));
  const others = new Set([...seen, ...travelled.flat()]);
  for (const name of others) if (!own.has(name) && name !== 'all') nodes.push(toStranger(name));
  const names = new Set(nodes.map(({ id }) => id));
  const edges = new Map<string, GraphEdge>();
  const add = (from: string, to: string, known: boolean): void => {
    if (from === to || !names.has(from) || !names.has(to)) return;
    const back = edges.get(toPairId(to, from));
    if (back !== undefined) edges.set(back.id, { ...back, both: true, known: back.known || known });
    else edges.set(toPairId(from, to), { id: toPairId(from, to), from, to, both: false, known });
  };
  for (const { name, commTargets } of agents) for (const target of commTargets) add(name, target, true);
  for (const [from, to] of travelled) if (!edges.has(toPairId(from, to))) add(from, to, false);
  return { nodes, edges: [...edges.values()] };
}

/** The name of an edge. */
export function toPairId(from: string, to: string): string {
  return JSON.stringify([from, to]);
}

/** The edge that mail takes, and whether it goes against its direction. */
export function edgeFor(
  edges: readonly GraphEdge[],
  from: string,
  to: string,
): { id: string; back: boolean } | undefined {
  const edge = edges.find((each) => (each.from === from && each.to === to) || (each.from === to && each.to === from));
  return edge === undefined ? undefined : { id: edge.id, back: edge.from !== from };
}

function toNode(agent: Agent, entrypoint: string): GraphNode {
  const marks: GraphNode['marks'] = [
    ...(agent.name === entrypoint ? (['entrypoint'] as const) : []),
    ...(agent.canCompleteTasks ? (['supervisor'] as const) : []),
    ...(agent.enableInterswarm ? (['interswarm'] as const) : []),
  ];
  return { id: agent.name, name: agent.name, swarm: undefined, marks };
}

function toStranger(id: string): GraphNode {
  if (id === YOU) return { id, name: 'You', swarm: undefined, marks: ['you'] };
  const cut = id.lastIndexOf('@');
  if (cut <= 0) return { id, name: id, swarm: undefined, marks: [] };
  return { id, name: id.slice(0, cut), swarm: id.slice(cut + 1), marks: [] };
}
