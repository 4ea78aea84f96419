import type { CSSProperties } from 'react';
import { agentHue } from '../messages/agent-hue.ts';

/** An agent, in its colour. */
export function AgentName({ name }: { name: string }) {
  return (
    <span className="agent" style={{ '--hue': agentHue(name) } as CSSProperties}>
      {name}
    </span>
  );
}
