import { Button, Checkbox, Choice, Field, Spinner, TextField, useAction, useServer } from '@posthouse/components';
import { type FormEvent, useState } from 'react';
import { importText, PASTE_FORMATS, type PasteFormat } from '../api/resume.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import type { ImportProps } from './import-forms.tsx';

/** Takes a resume as text. */
export function PasteForm({ onImported }: ImportProps) {
  const server = useServer();
  const { import: words, formats } = useWords().resumes;
  const [name, setName] = useState('');
  const [format, setFormat] = useState<PasteFormat>('markdown');
  const [content, setContent] = useState('');
  const [isDefault, setIsDefault] = useState(false);
  const { busy, failure, run } = useAction();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run(async (left) => {
      const resume = await importText(server, { name: name.trim(), content, format, isDefault });
      if (!left.aborted) onImported(resume);
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label={words.name}
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Choice label={words.format} value={format} onChange={(event) => setFormat(event.target.value as PasteFormat)}>
        {PASTE_FORMATS.map((each) => (
          <option key={each} value={each}>
            {formats[each]}
          </option>
        ))}
      </Choice>
      <TextField
        label={words.content}
        rows={10}
        required
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
      <Checkbox label={words.asDefault} checked={isDefault} onChange={setIsDefault} />
      <FailureBanner failure={failure} />
      <Button
        type="submit"
        look="primary"
        className="self-end"
        disabled={busy || name.trim() === '' || content.trim() === ''}
      >
        {busy && <Spinner label={words.busy} />}
        {words.send}
      </Button>
    </form>
  );
}
