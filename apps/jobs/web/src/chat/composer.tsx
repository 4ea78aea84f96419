import { Button } from '@posthouse/components';
import { SendHorizontal, Square } from 'lucide-react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';

type ComposerProps = {
  draft: string;
  running: boolean;
  onDraft: (text: string) => void;
  onSend: (text: string) => void;
  onStop: () => void;
  /** Stands above the field. */
  children: ReactNode;
};

/** Where the reader writes. While an answer is being written the next message can be, too, but not be sent. */
export function Composer({ draft, running, onDraft, onSend, onStop, children }: ComposerProps) {
  const { chat: words } = useWords();
  const send = (): void => {
    if (draft.trim() === '' || running) return;
    onSend(draft.trim());
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
    <div className="mx-auto w-full max-w-3xl px-3 pb-3">
      {children}
      <form
        onSubmit={submit}
        className="flex items-end gap-1.5 rounded-xl border border-line bg-card p-1.5 focus-within:border-accent"
      >
        <textarea
          aria-label={words.message}
          placeholder={words.placeholder}
          rows={1}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={sendOnEnter}
          className="field-sizing-content max-h-40 min-h-8 min-w-0 flex-1 resize-none bg-transparent px-1.5 py-1.5 text-sm outline-none placeholder:text-soft"
        />
        {running ? (
          <Button look="alarm" onClick={onStop}>
            <Square aria-hidden className="size-3.5" />
            {words.stop}
          </Button>
        ) : (
          <Button type="submit" look="primary" disabled={draft.trim() === ''} aria-label={words.send}>
            <SendHorizontal aria-hidden className="size-4" />
          </Button>
        )}
      </form>
    </div>
  );
}
