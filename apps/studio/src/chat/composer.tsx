import { Button, MessageForm } from '@posthouse/components';
import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';

type ComposerProps = {
  running: boolean;
  /** Stands in the field to begin with. */
  question: string | undefined;
  onSend: (text: string, files: FileList | undefined) => void;
  onStop: () => void;
};

const WORDS = { message: 'Your message', placeholder: 'Write a message', send: 'Send', stop: 'Stop' };
const QUEUEING_WORDS = { ...WORDS, placeholder: 'Write the next message; it is sent after this answer' };

/** Where the reader writes and attaches files. While the swarm is at work, what is sent waits its turn. */
export function Composer({ running, question = '', onSend, onStop }: ComposerProps) {
  const [text, setText] = useState(question);
  const [files, setFiles] = useState<FileList>();
  const picker = useRef<HTMLInputElement>(null);
  const send = (message: string): void => {
    onSend(message, files);
    setText('');
    setFiles(undefined);
  };
  const names = [...(files ?? [])].map(({ name }) => name).join(', ');
  return (
    <div className="mx-auto w-full max-w-3xl px-3 pb-3">
      <MessageForm
        words={running ? QUEUEING_WORDS : WORDS}
        queues
        {...{ text, running, onStop }}
        onText={setText}
        onSend={send}
      >
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
      </MessageForm>
      {names !== '' && (
        <p className="mt-1 flex items-center gap-1 text-xs text-soft">
          {names}
          <Button look="quiet" icon aria-label="Remove the files" onClick={() => setFiles(undefined)}>
            <X aria-hidden className="size-3.5" />
          </Button>
        </p>
      )}
    </div>
  );
}
