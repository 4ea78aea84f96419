import type { TextPart } from '../messages/swarm-message.ts';

type TextProps = { part: TextPart; retracted: boolean; /** Whether the reader has stopped it. */ stopped: boolean };

/** Words for the reader. What does not stand stays visible, as what it is. */
export function TextView({ part, retracted, stopped }: TextProps) {
  if (retracted) {
    return (
      <div className="retracted">
        <span className="tag">{stopped ? 'stopped' : 'taken back'}</span>
        <del>{part.text}</del>
      </div>
    );
  }
  return <div className={part.state === 'streaming' ? 'text streaming' : 'text'}>{part.text}</div>;
}
