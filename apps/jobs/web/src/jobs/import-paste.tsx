import { Field, TextField } from '@posthouse/components';
import { useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { recognise } from './recognise.ts';
import { toPlan } from './to-ingest.ts';
import { useImporting } from './use-importing.ts';

/** A job by whatever the reader has copied. The page says what it takes it for, and asks for what is missing. */
export function ImportPaste({ onImported }: { onImported: () => void }) {
  const words = useWords().jobs.imports;
  const [text, setText] = useState('');
  const [hints, setHints] = useState({ address: '', title: '', company: '' });
  const importing = useImporting(onImported);
  const found = recognise(text);
  const plan = toPlan(text, found, hints);
  const wantsAddress = found.kind === 'text' || found.kind === 'page' || found.kind === 'posting';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (plan.does !== 'ask') importing.start([plan]);
      }}
      className="flex flex-col gap-3"
    >
      <TextField
        label={words.paste}
        rows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={text.trim() === '' ? words.pasteHint : words.kinds[found.kind]}
      />
      {wantsAddress && (
        <Field
          label={words.itsAddress}
          type="url"
          placeholder="https://"
          hint={words.itsAddressHint}
          value={hints.address}
          onChange={(event) => setHints({ ...hints, address: event.target.value })}
        />
      )}
      {found.kind === 'text' && (
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={words.itsTitle}
            maxLength={500}
            value={hints.title}
            onChange={(event) => setHints({ ...hints, title: event.target.value })}
          />
          <Field
            label={words.itsCompany}
            maxLength={500}
            value={hints.company}
            onChange={(event) => setHints({ ...hints, company: event.target.value })}
          />
        </div>
      )}
      {plan.does === 'ask' && plan.missing !== 'something' && (
        <p className="text-sm text-ask">{words.missing[plan.missing]}</p>
      )}
      <ImportOutcome importing={importing} disabled={plan.does === 'ask'} />
    </form>
  );
}
