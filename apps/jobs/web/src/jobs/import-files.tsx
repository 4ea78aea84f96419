import { Field } from '@posthouse/components';
import { useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { recognise } from './recognise.ts';
import { type ImportPlan, toPlan } from './to-ingest.ts';
import { useImporting } from './use-importing.ts';

/** The server takes no more at once. */
const MAX_BYTES = 10_000_000;

type Problem = { name: string; reason: Extract<ImportPlan, { does: 'ask' }>['missing'] | 'size' };

/** Jobs from files: mailboxes, mails, saved pages, JSON. */
export function ImportFiles({ onImported }: { onImported: () => void }) {
  const words = useWords().jobs.imports;
  const [files, setFiles] = useState<readonly File[]>([]);
  const [address, setAddress] = useState('');
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const importing = useImporting(onImported);
  const submit = async (): Promise<void> => {
    const read = await Promise.all(files.map((file) => planFile(file, address)));
    setProblems(read.filter((each) => 'reason' in each));
    const plans = read.filter((each) => 'does' in each);
    if (plans.length > 0) importing.start(plans);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-3"
    >
      <Field
        label={words.file}
        type="file"
        multiple
        accept=".mbox,.eml,.html,.htm,.json,.txt,.md"
        hint={words.fileHint}
        onChange={(event) => setFiles([...(event.target.files ?? [])])}
      />
      <Field
        label={words.itsAddress}
        type="url"
        placeholder="https://"
        hint={words.itsAddressHint}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      {problems.length > 0 && (
        <div role="alert">
          <ul className="text-sm text-alarm">
            {problems.map(({ name, reason }) => (
              <li key={name} className="[overflow-wrap:anywhere]">
                {words.fileFailed(name, reason === 'size' ? words.fileTooLarge : words.missing[reason])}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ImportOutcome importing={importing} disabled={files.length === 0} />
    </form>
  );
}

async function planFile(file: File, address: string): Promise<Exclude<ImportPlan, { does: 'ask' }> | Problem> {
  if (file.size > MAX_BYTES) return { name: file.name, reason: 'size' };
  const text = await file.text();
  // The name of a text says mostly what it is about; who offers the job is not known then, and asked for.
  const plan = toPlan(text, recognise(text, file.name), { address, title: '', company: '' });
  return plan.does === 'ask' ? { name: file.name, reason: plan.missing } : plan;
}
