import { useState } from 'react';
import type { NestedAgent } from '../messages/to-nested-agents.ts';
import { AgentName } from './agent-name.tsx';
import { CallCard } from './call-card.tsx';
import { ReasoningView } from './reasoning-view.tsx';
import { Speaker } from './speaker.ts';

const STATES = { running: 'running', completed: 'done', failed: 'failed', stopped: 'stopped' };

/** An agent that the answering one has started: what it is for, and all that it says and does. */
export function NestedAgentView({ agent }: { agent: NestedAgent }) {
  const { name = 'agent', description, status } = agent.note;
  // The reader sees it at work, and may fold it away.
  const [open, setOpen] = useState(true);
  const state = STATES[status];
  return (
    <Speaker value={name}>
      <details className={`nested call ${state}`} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <AgentName name={name} />
          <span className="glimpse">{description}</span>
          <span className="tag">{state}</span>
        </summary>
        <ol>
          {agent.items.map(({ part, started }, index) => (
            <li key={index}>
              {part.type === 'text' && <p className="said">{part.text}</p>}
              {part.type === 'reasoning' && <ReasoningView part={part} retracted={false} />}
              {part.type === 'dynamic-tool' && <CallCard part={part} />}
              {started !== undefined && <NestedAgentView agent={started} />}
            </li>
          ))}
        </ol>
      </details>
    </Speaker>
  );
}
