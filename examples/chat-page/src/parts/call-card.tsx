import { mailFactsOf } from '../messages/mail-facts.ts';
import type { CallPart } from '../messages/swarm-message.ts';
import { AgentName } from './agent-name.tsx';
import { useSpeaker } from './speaker.ts';
import { Value } from './value.tsx';

const STATES: Partial<Record<CallPart['state'], string>> = {
  'output-available': 'done',
  'output-error': 'failed',
  'output-denied': 'denied',
};

/** A call that the swarm runs by itself: what was asked, and what came of it. */
export function CallCard({ part }: { part: CallPart }) {
  const state = STATES[part.state] ?? 'running';
  const { agent } = mailFactsOf(part, useSpeaker());
  return (
    <details className={`call ${state}`}>
      <summary>
        <AgentName name={agent} />
        <span className="doing">
          calls <code>{part.toolName}</code>
        </span>
        <span className="tag">{state}</span>
      </summary>
      <CallValues part={part} />
    </details>
  );
}

/** What a call was given, and what it gave. */
export function CallValues({ part }: { part: CallPart }) {
  return (
    <dl>
      <Value name="Input" value={part.input} />
      {part.state === 'output-available' && <Value name="Output" value={part.output} />}
      {part.state === 'output-error' && <Value name="Error" value={part.errorText} />}
    </dl>
  );
}
