import { isAnswering, loadWhenReachable, Spinner } from '@posthouse/components';
import { ownValue } from '@posthouse/protocol';
import { Background, Controls, type Edge, MarkerType, type Node, ReactFlow } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';
import { BASE } from '../server/base.ts';
import type { AgentMoment, Moment } from '../moments/moment.ts';
import { toEdgeId } from '../moments/moment.ts';
import { AgentNode, type AgentNodeData } from './agent-node.tsx';
import { layOut, type Layout } from './lay-out.ts';
import { MailEdge, type MailEdgeData } from './mail-edge.tsx';
import { PartKeeper } from './part-keeper.ts';
import { SwarmFrame } from './swarm-frame.tsx';
import { edgeFor, type Graph } from './to-graph.ts';

const nodeTypes = { agent: AgentNode, swarm: SwarmFrame };
const edgeTypes = { mail: MailEdge };

export type SwarmGraphProps = {
  graph: Graph;
  /** The task at the moment that is looked at, if it is about one. */
  moment?: Moment;
  chosen?: string | undefined;
  onChoose?: (agent: string) => void;
};

/** Agents and who writes to whom, as they stand at a moment. */
export default function SwarmGraph({ graph, moment, chosen, onChoose }: SwarmGraphProps) {
  // The places depend on who is there, not on what they do.
  const shape = JSON.stringify([graph.nodes.map(({ id }) => id), graph.edges.map(({ id }) => id)]);
  const [placed, setPlaced] = useState<{ shape: string; layout: Layout }>();
  useEffect(() => {
    let wanted = true;
    const isThere = (): Promise<boolean> => isAnswering(`${BASE}/health/live`);
    void loadWhenReachable(() => layOut(graph), { isThere }).then((layout) => wanted && setPlaced({ shape, layout }));
    return () => {
      wanted = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `shape` is what of the graph counts
  }, [shape]);
  const nodes = useUnchanged(
    useMemo(
      () =>
        placed === undefined
          ? []
          : toNodes(graph, placed.layout, moment, onChoose === undefined ? undefined : (chosen ?? '')),
      [graph, placed, moment, chosen, onChoose],
    ),
  );
  const edges = useUnchanged(
    useMemo(() => (placed === undefined ? [] : toEdges(graph, placed.layout, moment)), [graph, placed, moment]),
  );
  if (placed === undefined) {
    return (
      <p className="p-6">
        <Spinner label="Laying out the graph" />
      </p>
    );
  }
  return (
    <div className="h-full min-h-64" data-role="graph" data-moment={moment?.seq}>
      <ReactFlow
        key={placed.shape}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        fitView
        fitViewOptions={{ padding: 0.15, maxZoom: 1 }}
        minZoom={0.2}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        onNodeClick={(_, { id, type }) => type === 'agent' && onChoose?.(id)}
        proOptions={{ hideAttribution: true }}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}

function useUnchanged<Part extends { id: string }>(parts: readonly Part[]): Part[] {
  const [keeper] = useState(() => new PartKeeper<Part>());
  return useMemo(() => keeper.keep(parts), [keeper, parts]) as Part[];
}

/** What a node shows of its agent; the rest is not its business. */
function toShown(agent: AgentMoment | undefined): AgentNodeData['moment'] {
  return agent === undefined ? undefined : { state: agent.state, sent: agent.sent, received: agent.received };
}

function toNodes(graph: Graph, layout: Layout, moment: Moment | undefined, chosen: string | undefined): Node[] {
  const frames = Object.entries(layout.swarms).map(([swarm, { x, y, width, height }]): Node => ({
    id: `swarm ${swarm}`,
    type: 'swarm',
    position: { x, y },
    width,
    height,
    data: { swarm },
    selectable: false,
    focusable: false,
  }));
  const agents = graph.nodes.flatMap((node): Node<AgentNodeData>[] => {
    const place = layout.nodes[node.id];
    if (place === undefined) return [];
    const { x, y, width, height } = place;
    return [
      {
        id: node.id,
        type: 'agent',
        position: { x, y },
        width,
        height,
        data: {
          node,
          moment: toShown(ownValue(moment?.agents, node.id)),
          chosen: node.id === chosen,
          choosable: chosen !== undefined,
        },
        ...(node.swarm === undefined ? {} : { parentId: `swarm ${node.swarm}` }),
      },
    ];
  });
  // Frames come first: a node has to stand behind the frame that it is in.
  return [...frames, ...agents];
}

function toEdges(graph: Graph, layout: Layout, moment: Moment | undefined): Edge<MailEdgeData>[] {
  const { mail } = moment ?? {};
  // What is told is the newest mail, and only at its own moment or shortly after.
  const taken =
    mail === undefined || moment!.status !== 'running' ? undefined : edgeFor(graph.edges, mail.from, mail.to);
  const arrow = { type: MarkerType.ArrowClosed, width: 16, height: 16 };
  return graph.edges.map(({ id, from, to, both, known }) => ({
    id,
    source: from,
    target: to,
    type: 'mail',
    markerEnd: arrow,
    ...(both ? { markerStart: arrow } : {}),
    ...(known ? {} : { className: 'unplanned' }),
    data: {
      way: layout.ways[id] ?? [],
      mail: taken?.id === id ? { seq: mail!.seq, subject: mail!.subject, back: taken.back } : undefined,
      count: (moment?.traffic[toEdgeId(from, to)] ?? 0) + (moment?.traffic[toEdgeId(to, from)] ?? 0),
    },
  }));
}
