import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Graph } from './to-graph.ts';

const NODE = { width: 190, height: 76 };
const ROOM = 'elk.padding';

export type Place = { x: number; y: number; width: number; height: number };
export type Point = { x: number; y: number };
/** Where agents are, those of another swarm within the frame of their swarm; and the bends of the ways between them. */
export type Layout = { nodes: Record<string, Place>; swarms: Record<string, Place>; ways: Record<string, Point[]> };

/** How many times wider than tall a graph may be before it is drawn from left to right instead. */
const TOO_WIDE = 2;

/**
 * Finds places for all nodes, from the entrypoint down, or to the right where that would be much too wide. What does it is
 * large, and loaded when it is needed first.
 */
export async function layOut(graph: Graph): Promise<Layout> {
  const down = await layOutIn('DOWN', graph);
  return down.width > TOO_WIDE * down.height ? (await layOutIn('RIGHT', graph)).layout : down.layout;
}

type Drawn = { layout: Layout; width: number; height: number };

async function layOutIn(direction: 'DOWN' | 'RIGHT', { nodes, edges }: Graph): Promise<Drawn> {
  const { default: ELK } = await import('elkjs/lib/elk.bundled.js');
  const toChild = (id: string): ElkNode => ({ id: `n:${id}`, ...NODE });
  const swarms = [...new Set(nodes.flatMap(({ swarm }) => swarm ?? []))];
  const root: ElkNode = await new ELK().layout({
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': direction,
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.json.edgeCoords': 'ROOT',
      'elk.spacing.nodeNode': '48',
      'elk.layered.spacing.nodeNodeBetweenLayers': '72',
    },
    children: [
      ...nodes.filter(({ swarm }) => swarm === undefined).map(({ id }) => toChild(id)),
      ...swarms.map((swarm) => ({
        id: `s:${swarm}`,
        layoutOptions: { [ROOM]: '[top=36,left=16,bottom=16,right=16]' },
        children: nodes.filter((node) => node.swarm === swarm).map(({ id }) => toChild(id)),
      })),
    ],
    edges: edges.map(({ id, from, to }) => ({ id, sources: [`n:${from}`], targets: [`n:${to}`] })),
  });
  const empty = (): Record<string, never> => Object.create(null) as Record<string, never>;
  const layout: Layout = { nodes: empty(), swarms: empty(), ways: empty() };
  const place = (node: ElkNode): void => {
    const { id, x = 0, y = 0, width = 0, height = 0, children = [] } = node;
    (id.startsWith('s:') ? layout.swarms : layout.nodes)[id.slice(2)] = { x, y, width, height };
    for (const child of children) place(child);
  };
  for (const child of root.children ?? []) place(child);
  for (const edge of root.edges ?? []) layout.ways[edge.id] = toWay(edge);
  return { layout, width: root.width ?? 0, height: root.height ?? 0 };
}

function toWay({ sections = [] }: ElkExtendedEdge): Point[] {
  return sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
}
