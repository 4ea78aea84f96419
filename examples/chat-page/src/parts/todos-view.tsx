import type { TodosPart } from '../messages/swarm-message.ts';

/** What an agent has set out to do, as far as it has got. */
export function TodosView({ part }: { part: TodosPart }) {
  return (
    <ul className="todos">
      {part.data.items.map(({ text, content, status }, index) => (
        <li key={index} className={status === 'completed' ? 'completed' : undefined}>
          {text ?? content}
          {status !== undefined && <span className="unseen"> ({status.replaceAll('_', ' ')})</span>}
        </li>
      ))}
    </ul>
  );
}
