import { Field } from '@posthouse/components';
import { useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { toWebAddress } from './recognise.ts';
import { useImporting } from './use-importing.ts';

/** A job by the address of its page. */
export function ImportAddress({ onImported }: { onImported: () => void }) {
  const words = useWords().jobs.imports;
  const [text, setText] = useState('');
  const importing = useImporting(onImported);
  const url = toWebAddress(text);
  const isWrong = text.trim() !== '' && url === undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (url !== undefined) importing.start([{ does: 'ingest', input: { url } }]);
      }}
      className="flex flex-col gap-3"
    >
      <Field
        label={words.address}
        type="url"
        placeholder="https://"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-invalid={isWrong}
        hint={isWrong ? words.noAddress : words.addressHint}
      />
      <ImportOutcome importing={importing} disabled={url === undefined} />
    </form>
  );
}
