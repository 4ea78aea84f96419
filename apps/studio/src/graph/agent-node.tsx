import { joinClasses } from '@posthouse/components';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { CircleAlert, CircleDot, CirclePause, DoorOpen, Flag, Globe, User } from 'lucide-react';
import { agentHue } from '../format/agent-hue.ts';
import type { AgentMoment, AgentState } from '../moments/moment.ts';
import type { GraphNode } from './to-graph.ts';

export type AgentNodeData = {
  node: GraphNode;
  moment: Pick<AgentMoment, 'state' | 'sent' | 'received'> | undefined;
  chosen: boolean;
  /** Whether pressing it shows more. */
  choosable: boolean;
};

const MARKS = {
  you: { Icon: User, text: 'you' },
  entrypoint: { Icon: DoorOpen, text: 'entrypoint' },
  supervisor: { Icon: Flag, text: 'may complete tasks' },
  interswarm: { Icon: Globe, text: 'writes to other swarms' },
};
const STATES: Record<AgentState, { Icon: typeof User | undefined; className: string }> = {
  idle: { Icon: undefined, className: 'text-soft' },
  busy: { Icon: CircleDot, className: 'text-accent' },
  paused: { Icon: CirclePause, className: 'text-ask' },
  error: { Icon: CircleAlert, className: 'text-alarm' },
};

/** An agent in the graph. */
export function AgentNode({ data: { node, moment, chosen, choosable } }: NodeProps<Node<AgentNodeData>>) {
  const state = moment?.state ?? 'idle';
  const { Icon, className } = STATES[state];
  return (
    <div
      className={joinClasses(
        'flex h-full w-full flex-col justify-center gap-1 rounded-lg border bg-card px-3 py-1.5 text-left',
        chosen ? 'border-accent ring-2 ring-accent' : state === 'idle' ? 'border-line' : 'border-current',
        state !== 'idle' && className,
      )}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} className="opacity-0!" />
      <div className="flex items-center gap-1.5 text-ink">
        <span
          aria-hidden
          className="size-2.5 shrink-0 rounded-full"
          style={{ backgroundColor: `hsl(${agentHue(node.id)} 65% 50%)` }}
        />
        {choosable ? (
          // What is pressed is told to the graph, as for the rest of the node.
          <button type="button" className="min-w-0 flex-1 truncate text-left text-sm font-medium">
            {node.name}
          </button>
        ) : (
          <span className="min-w-0 flex-1 truncate text-sm font-medium">{node.name}</span>
        )}
        {node.marks.map((mark) => {
          const { Icon: Mark, text } = MARKS[mark];
          return (
            <span key={mark} title={text}>
              <Mark aria-label={text} className="size-3.5 text-soft" />
            </span>
          );
        })}
      </div>
      <div className="flex items-center gap-2 text-xs">
        <span className={joinClasses('inline-flex items-center gap-1', className)}>
          {Icon !== undefined && <Icon aria-hidden className="size-3.5" />}
          {state}
        </span>
        {moment !== undefined && (
          <span className="ml-auto text-soft">
            {moment.received} in · {moment.sent} out
          </span>
        )}
      </div>
      <Handle type="source" position={Position.Bottom} isConnectable={false} className="opacity-0!" />
    </div>
  );
}
