import { Badge, Banner, Foldable, JSONText, type Tone } from '@posthouse/components';
import { ArrowRight, Brain, Mail, Wrench } from 'lucide-react';
import { AgentName } from '../format/agent-name.tsx';
import { agentOf } from './agent-of.ts';
import type { CallPart, MailNote, ReasoningPart } from './swarm-message.ts';
import type { WorkPart } from './to-sections.ts';
import { toSummary } from './to-summary.ts';

const STATES: Partial<Record<CallPart['state'], { word: string; tone: Tone }>> = {
  'output-available': { word: 'done', tone: 'done' },
  'output-error': { word: 'failed', tone: 'alarm' },
  'output-denied': { word: 'denied', tone: 'ask' },
};

type WorkProps = {
  parts: readonly WorkPart[];
  startsOpen: boolean;
  /** Whether a thought does not stand any more. */
  isRetracted: (part: WorkPart) => boolean;
};

/** What the agents did between two words to the reader: a quiet trail, each step of which opens. */
export function WorkView({ parts, startsOpen, isRetracted }: WorkProps) {
  return (
    <Foldable title={<span className="text-soft">{toSummary(parts)}</span>} startsOpen={startsOpen}>
      <ul className="flex flex-col gap-0.5 border-l border-line pl-2">
        {parts.map((part, index) => (
          <li key={index}>
            <Step part={part} retracted={isRetracted(part)} />
          </li>
        ))}
      </ul>
    </Foldable>
  );
}

function Step({ part, retracted }: { part: WorkPart; retracted: boolean }) {
  switch (part.type) {
    case 'reasoning':
      return <Thought part={part} retracted={retracted} />;
    case 'dynamic-tool':
      return <CallCard part={part} />;
    case 'data-mail-message':
      return <MailLine mail={part.data} />;
    default:
      return <Banner>{part.data.text}</Banner>;
  }
}

function Thought({ part, retracted }: { part: ReasoningPart; retracted: boolean }) {
  return (
    <Foldable
      title={
        <span className="flex min-w-0 items-center gap-2">
          <Brain aria-hidden className="size-3.5 shrink-0 text-soft" />
          <AgentName name={agentOf(part)} />
          <span className="min-w-0 flex-1 truncate text-soft">{part.text}</span>
          {retracted && <Badge>retracted</Badge>}
        </span>
      }
    >
      <p className="pb-1 text-sm whitespace-pre-wrap text-soft [overflow-wrap:anywhere]">{part.text}</p>
    </Foldable>
  );
}

function MailLine({ mail: { from, to, subject, body } }: { mail: MailNote }) {
  return (
    <Foldable
      title={
        <span className="flex min-w-0 items-center gap-2">
          <Mail aria-hidden className="size-3.5 shrink-0 text-soft" />
          <AgentName name={from} />
          <ArrowRight aria-label="to" className="size-3.5 shrink-0 text-soft" />
          <AgentName name={to} />
          <span className="min-w-0 flex-1 truncate text-soft">{subject}</span>
        </span>
      }
    >
      <p className="pb-1 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{body}</p>
    </Foldable>
  );
}

/** A call that the swarm runs by itself, with what it was given and what it gave. */
function CallCard({ part }: { part: CallPart }) {
  const { word, tone } = STATES[part.state] ?? { word: 'running', tone: 'accent' };
  return (
    <Foldable
      title={
        <span className="flex min-w-0 items-center gap-2">
          <Wrench aria-hidden className="size-3.5 shrink-0 text-soft" />
          <AgentName name={agentOf(part)} />
          <code className="min-w-0 flex-1 truncate font-mono text-xs">{part.toolName}</code>
          <Badge tone={tone}>{word}</Badge>
        </span>
      }
    >
      <CallValues part={part} />
    </Foldable>
  );
}

/** What goes into a call, and what comes out of it. */
export function CallValues({ part }: { part: CallPart }) {
  return (
    <div className="flex flex-col gap-1.5 pb-1.5">
      {part.input !== undefined && <JSONText label={`Input of ${part.toolName}`} value={part.input} />}
      {part.state === 'output-available' && <JSONText label={`Output of ${part.toolName}`} value={part.output} />}
      {part.state === 'output-error' && (
        <div className="text-alarm">
          <JSONText label={`Error of ${part.toolName}`} value={part.errorText} />
        </div>
      )}
    </div>
  );
}
