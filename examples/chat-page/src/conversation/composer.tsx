import { type FormEvent, type KeyboardEvent, useState } from 'react';

type ComposerProps = { partner: string; running: boolean; onSend: (text: string) => void; onStop: () => void };

/** Where the reader writes. While somebody is at work, the button stops it. */
export function Composer({ partner, running, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState('');
  const send = (): void => {
    if (running || text.trim() === '') return;
    onSend(text.trim());
    setText('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  const sendOnEnter = (event: KeyboardEvent): void => {
    // Enter also ends the composition of a word in some scripts, and must not send then.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className="composer" onSubmit={submit}>
      <textarea
        aria-label="Your message"
        placeholder={`Write to ${partner}`}
        rows={1}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={sendOnEnter}
      />
      {running ? (
        <button type="button" className="stop" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button type="submit" className="primary" disabled={text.trim() === ''}>
          Send
        </button>
      )}
    </form>
  );
}
