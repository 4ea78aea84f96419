import type { TextPart } from '../messages/swarm-message.ts';

/** Words for the reader. What was taken back stays visible, as what it is. */
export function TextView({ part, retracted }: { part: TextPart; retracted: boolean }) {
  if (retracted) {
    return (
      <div className="retracted">
        <span className="tag">retracted</span>
        <del>{part.text}</del>
      </div>
    );
  }
  return <div className={part.state === 'streaming' ? 'text streaming' : 'text'}>{part.text}</div>;
}
