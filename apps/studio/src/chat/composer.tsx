import { Button } from '@posthouse/components';
import { Paperclip, SendHorizontal, Square, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';

type ComposerProps = {
  running: boolean;
  /** Stands in the field to begin with. */
  question: string | undefined;
  onSend: (text: string, files: FileList | undefined) => void;
  onStop: () => void;
};

/** Where the reader writes. While the swarm is at work, what is sent waits its turn. */
export function Composer({ running, question = '', onSend, onStop }: ComposerProps) {
  const [text, setText] = useState(question);
  const [files, setFiles] = useState<FileList>();
  const picker = useRef<HTMLInputElement>(null);
  const send = (): void => {
    if (text.trim() === '') return;
    onSend(text.trim(), files);
    setText('');
    setFiles(undefined);
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
  const names = [...(files ?? [])].map(({ name }) => name).join(', ');
  return (
    <form onSubmit={submit} className="mx-auto w-full max-w-3xl px-3 pb-3">
      <div className="flex items-end gap-1.5 rounded-xl border border-line bg-card p-1.5 focus-within:border-accent">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files"
          onChange={(event) => setFiles(event.target.files ?? undefined)}
        />
        <Button look="quiet" icon aria-label="Attach files" onClick={() => picker.current?.click()}>
          <Paperclip aria-hidden className="size-4" />
        </Button>
        <textarea
          aria-label="Your message"
          placeholder={running ? 'Write the next message; it is sent after this answer' : 'Write a message'}
          rows={1}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={sendOnEnter}
          className="field-sizing-content max-h-40 min-h-8 min-w-0 flex-1 resize-none bg-transparent py-1 text-sm outline-none placeholder:text-soft"
        />
        {running && (
          <Button look="alarm" onClick={onStop}>
            <Square aria-hidden className="size-3.5" />
            Stop
          </Button>
        )}
        <Button type="submit" look="primary" disabled={text.trim() === ''} aria-label="Send">
          <SendHorizontal aria-hidden className="size-4" />
        </Button>
      </div>
      {names !== '' && (
        <p className="mt-1 flex items-center gap-1 text-xs text-soft">
          {names}
          <Button look="quiet" icon aria-label="Remove the files" onClick={() => setFiles(undefined)}>
            <X aria-hidden className="size-3.5" />
          </Button>
        </p>
      )}
    </form>
  );
}
