import { Button, joinClasses, Markdown, TextField } from '@posthouse/components';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { useWords } from '../words/use-words.ts';

type MarkdownEditorProps = {
  text: string;
  onText: (text: string) => void;
  /** Called for Ctrl+S, or ⌘S. */
  onSave: () => void;
};

/** A text, and beside it what it looks like. Where there is no room for both, the reader chooses. */
export function MarkdownEditor({ text, onText, onSave }: MarkdownEditorProps) {
  const { editor: words } = useWords().resumes;
  const [looks, setLooks] = useState(false);
  // Whoever types quickly does not wait for the preview.
  const shown = useDeferredValue(text);
  const press = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    onSave();
  };
  return (
    <div>
      <fieldset aria-label={words.look} className="mb-2 flex gap-1 lg:hidden">
        {[false, true].map((each) => (
          <Button
            key={String(each)}
            aria-pressed={looks === each}
            look={looks === each ? 'plain' : 'quiet'}
            onClick={() => setLooks(each)}
          >
            {each ? words.preview : words.write}
          </Button>
        ))}
      </fieldset>
      <div className="grid gap-4 lg:grid-cols-2">
        <TextField
          className={joinClasses(
            '[&_textarea]:h-[60dvh] [&_textarea]:resize-y [&_textarea]:font-mono',
            looks && 'hidden lg:block',
          )}
          label={words.text}
          spellCheck
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={press}
        />
        <div className={joinClasses('min-w-0', !looks && 'hidden lg:block')}>
          <p className="mb-1 text-sm font-medium">{words.preview}</p>
          <section
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached with the keyboard
            tabIndex={0}
            aria-label={words.preview}
            className="h-[60dvh] overflow-auto rounded-md border border-line bg-card p-4 text-sm"
          >
            <Markdown text={shown} />
          </section>
        </div>
      </div>
    </div>
  );
}
