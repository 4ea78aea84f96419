import { TabList } from '@posthouse/components';
import type { Resume } from '../api/resume.ts';
import { useWords } from '../words/use-words.ts';
import { FileForm } from './file-form.tsx';
import { PasteForm } from './paste-form.tsx';

export type ImportProps = { onImported: (resume: Resume) => void };

/** The ways in which a resume comes in. */
export function ImportForms({ onImported }: ImportProps) {
  const { import: words } = useWords().resumes;
  return (
    <TabList
      label={words.ways}
      tabs={[
        { id: 'file', title: words.file, content: <FileForm onImported={onImported} /> },
        { id: 'paste', title: words.paste, content: <PasteForm onImported={onImported} /> },
      ]}
    />
  );
}
