import { Banner, Button, Checkbox, Field, joinClasses, Spinner, useAction, useServer } from '@posthouse/components';
import { FileUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { importFile, MAX_RESUME_BYTES } from '../api/resume.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import type { ImportProps } from './import-forms.tsx';

const KINDS = '.pdf,.md,.markdown,.txt,.text,.json,application/pdf,text/markdown,text/plain,application/json';

/** Takes a resume from a file, chosen or dropped. */
export function FileForm({ onImported }: ImportProps) {
  const server = useServer();
  const { import: words } = useWords().resumes;
  const [file, setFile] = useState<File>();
  const [name, setName] = useState('');
  const [isDefault, setIsDefault] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const { busy, failure, run } = useAction();
  const tooLarge = file !== undefined && file.size > MAX_RESUME_BYTES;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (file === undefined || tooLarge) return;
    run(async (left) => {
      const resume = await importFile(server, file, { name: name.trim(), isDefault });
      if (!left.aborted) onImported(resume);
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <label
        className={joinClasses(
          'relative flex cursor-pointer flex-col items-center gap-1 rounded-md border-2 border-dashed px-4 py-6 text-center text-sm',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
          isOver ? 'border-accent bg-accent-paper' : 'border-line bg-sunken',
        )}
      >
        <FileUp aria-hidden className="size-5 text-soft" />
        <span className="font-medium">{words.chooseFile}</span>
        <span className="[overflow-wrap:anywhere] text-soft">{file === undefined ? words.fileHint : file.name}</span>
        <input
          type="file"
          accept={KINDS}
          className="absolute inset-0 cursor-pointer opacity-0"
          // It lies over everything here, and takes what is dropped on it by itself.
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={() => setIsOver(false)}
          onChange={(event) => setFile(event.target.files?.[0] ?? undefined)}
        />
      </label>
      <Field
        label={words.name}
        hint={words.nameHint}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Checkbox label={words.asDefault} checked={isDefault} onChange={setIsDefault} />
      {tooLarge && <Banner look="alarm">{words.tooLarge(file.name)}</Banner>}
      <FailureBanner failure={failure} />
      <Button type="submit" look="primary" className="self-end" disabled={busy || file === undefined || tooLarge}>
        {busy && <Spinner label={words.busy} />}
        {words.send}
      </Button>
    </form>
  );
}
