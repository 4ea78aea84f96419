import { SendHorizontal, Square } from 'lucide-react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { Button } from './button.tsx';

type MessageFormProps = {
  words: { message: string; placeholder: string; send: string; stop: string };
  text: string;
  /** Whether an answer is being written; it can be stopped. */
  running: boolean;
  /** Whether a message may be sent while an answer is being written. */
  queues?: boolean;
  onText: (text: string) => void;
  /** Gets the text without the blanks around it, and never an empty one. */
  onSend: (text: string) => void;
  onStop: () => void;
  /** Stands before the field. */
  children?: ReactNode;
};

/** Where the reader of a chat writes. Enter sends; with Shift it begins a line. */
export function MessageForm(props: MessageFormProps) {
  const { words, text, running, queues = false, onText, onSend, onStop, children } = props;
  const stops = running && !queues;
  const send = (): void => {
    if (text.trim() !== '' && !stops) onSend(text.trim());
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
  const stopButton = (
    <Button look="alarm" onClick={onStop}>
      <Square aria-hidden className="size-3.5" />
      {words.stop}
    </Button>
  );
  return (
    <form
      onSubmit={submit}
      className="flex items-end gap-1.5 rounded-xl border border-line bg-card p-1.5 focus-within:border-accent"
    >
      {children}
      <textarea
        aria-label={words.message}
        placeholder={words.placeholder}
        rows={1}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={sendOnEnter}
        className="field-sizing-content max-h-40 min-h-8 min-w-0 flex-1 resize-none bg-transparent px-1.5 py-1.5 text-sm outline-none placeholder:text-soft"
      />
      {running && queues && stopButton}
      {stops ? (
        stopButton
      ) : (
        <Button type="submit" look="primary" disabled={text.trim() === ''} aria-label={words.send}>
          <SendHorizontal aria-hidden className="size-4" />
        </Button>
      )}
    </form>
  );
}
