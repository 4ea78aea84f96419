import { useState } from 'react';
import type { ActivityPart } from '../messages/to-sections.ts';
import { toSummary } from '../messages/to-summary.ts';
import { CallCard } from './call-card.tsx';
import { MailView } from './mail-view.tsx';
import { NestedAgentView } from './nested-agent-view.tsx';
import { ReasoningView } from './reasoning-view.tsx';
import { TodosView } from './todos-view.tsx';

type ActivityProps = {
  parts: readonly ActivityPart[];
  startsOpen: boolean;
  /** Whether a thought does not stand any more. */
  isRetracted: (part: ActivityPart) => boolean;
};

/** What the agents do before they answer. Of earlier answers it is folded away, unless the reader wants to see it. */
export function ActivityView({ parts, startsOpen, isRetracted }: ActivityProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <details className="activity" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{toSummary(parts)}</summary>
      <ol>
        {parts.map((part, index) => (
          // Parts are only ever added at the end, so a place in the list is as good a name as any.
          <li key={index}>
            <ActivityItem part={part} retracted={isRetracted(part)} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function ActivityItem({ part, retracted }: { part: ActivityPart; retracted: boolean }) {
  switch (part.type) {
    case 'reasoning':
      return <ReasoningView part={part} retracted={retracted} />;
    case 'data-mail-message':
      return <MailView part={part} />;
    case 'data-notice':
      return <p className="notice">{part.data.text}</p>;
    case 'data-todos':
      return <TodosView part={part} />;
    case 'nested-agent':
      return <NestedAgentView agent={part} />;
    default:
      return <CallCard part={part} />;
  }
}
