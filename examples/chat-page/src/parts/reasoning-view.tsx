import { mailFactsOf } from '../messages/mail-facts.ts';
import type { ReasoningPart } from '../messages/swarm-message.ts';
import { AgentName } from './agent-name.tsx';
import { useSpeaker } from './speaker.ts';

type ReasoningProps = { part: ReasoningPart; retracted: boolean };

/** What an agent thinks, or says beside its work; folded away until somebody wants to know. */
export function ReasoningView({ part, retracted }: ReasoningProps) {
  const { agent, kind } = mailFactsOf(part, useSpeaker());
  const streaming = part.state === 'streaming';
  const verb = kind === 'reasoning' ? (streaming ? 'is thinking' : 'thought') : streaming ? 'is writing' : 'wrote';
  return (
    <details className="reasoning">
      <summary>
        <AgentName name={agent} />
        <span className="doing">{verb}</span>
        {retracted && <span className="tag">retracted</span>}
        {!retracted && <span className="glimpse">{toGlimpse(part.text, streaming)}</span>}
      </summary>
      {retracted ? <del>{part.text}</del> : <p>{part.text}</p>}
    </details>
  );
}

/** One line of a longer text: how it begins, or while it is being written how it goes on. */
function toGlimpse(text: string, streaming: boolean): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return streaming ? line.slice(-90) : line.slice(0, 120);
}
