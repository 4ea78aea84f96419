import type { Node, NodeProps } from '@xyflow/react';

/** The frame around the agents of another swarm. */
export function SwarmFrame({ data: { swarm } }: NodeProps<Node<{ swarm: string }>>) {
  return (
    <div className="h-full w-full rounded-xl border border-dashed border-soft bg-sunken/60 px-3 py-2 text-xs text-soft">
      {swarm}
    </div>
  );
}
