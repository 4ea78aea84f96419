import type { MailPart } from '../messages/swarm-message.ts';
import { AgentName } from './agent-name.tsx';

/** Who writes to whom; the message itself is folded away. */
export function MailView({ part }: { part: MailPart }) {
  const { from, to, subject, body } = part.data;
  return (
    <details className="mail">
      <summary>
        <AgentName name={from} />
        <span aria-hidden="true"> → </span>
        <span className="unseen"> to </span>
        <AgentName name={to} />
        <span className="glimpse">{subject}</span>
      </summary>
      <p>{body}</p>
    </details>
  );
}
