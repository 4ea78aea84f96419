import { type FormEvent, useState } from 'react';
import type { SwarmMessage } from '../messages/swarm-message.ts';

type UserMessageProps = {
  message: SwarmMessage;
  /** Sends other words in place of these; undefined where that cannot be done. */
  onEdit: ((text: string) => void) | undefined;
};

/** What the reader has said, and a way to say it differently. */
export function UserMessage({ message, onEdit }: UserMessageProps) {
  const [isEditing, setIsEditing] = useState(false);
  const said = message.parts.flatMap((part) => (part.type === 'text' ? part.text : []));
  if (isEditing && onEdit !== undefined) {
    return <EditForm said={said.join('\n')} onSave={onEdit} onClose={() => setIsEditing(false)} />;
  }
  return (
    <div className="turn">
      <article className="message user" aria-label="You">
        {said.map((text, index) => (
          <p key={index}>{text}</p>
        ))}
      </article>
      {onEdit !== undefined && (
        <button type="button" className="quiet" onClick={() => setIsEditing(true)}>
          Edit
        </button>
      )}
    </div>
  );
}

/** Whoever opens the form wants to write in it. */
const focus = (field: HTMLTextAreaElement | null): void => field?.focus();

type EditFormProps = { said: string; onSave: (text: string) => void; onClose: () => void };

function EditForm({ said, onSave, onClose }: EditFormProps) {
  const [text, setText] = useState(said);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    onSave(text.trim());
    onClose();
  };
  return (
    <form className="edit" onSubmit={save}>
      <textarea
        aria-label="Your edited message"
        ref={focus}
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p>Everything after this message is removed from the conversation.</p>
      <div className="buttons">
        <button type="submit" className="primary" disabled={text.trim() === ''}>
          Save
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
