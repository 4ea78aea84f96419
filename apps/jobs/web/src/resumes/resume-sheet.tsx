import { Spinner, useQuery, useServer } from '@posthouse/components';
import { useState } from 'react';
import { loadResume, type Resume, type ResumeSummary } from '../api/resume.ts';
import { useRoute } from '../routing/route.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { ResumeEditor } from './resume-editor.tsx';
import { ResumePage } from './resume-page.tsx';

type ResumeSheetProps = {
  summary: ResumeSummary;
  isOnly: boolean;
  /** Called when what lists show may be another thing now. */
  onChanged: () => void;
};

/** One resume, to be read or to be edited. */
export function ResumeSheet({ summary, isOnly, onChanged }: ResumeSheetProps) {
  const server = useServer();
  const { shell } = useWords();
  const { query } = useRoute();
  const { id } = summary;
  const [saved, setSaved] = useState<Resume>();
  const { value, failure, refresh } = useQuery(`resume ${id}`, (signal) => loadResume(server, id, signal));
  const known = [value, saved]
    .filter((each) => each !== undefined)
    .toSorted(byChange)
    .at(-1);
  const changed = (): void => {
    refresh();
    onChanged();
  };
  if (known === undefined) {
    return failure === undefined ? <Spinner label={shell.loading} /> : <FailureBanner failure={failure} />;
  }
  if (query['edit'] !== undefined) {
    const keep = (resume: Resume): void => {
      setSaved(resume);
      changed();
    };
    return <ResumeEditor resume={known} onSaved={keep} />;
  }
  // Which one is the default is said by all of them together.
  return <ResumePage resume={{ ...known, isDefault: summary.isDefault }} isOnly={isOnly} onChanged={changed} />;
}

function byChange(a: Resume, b: Resume): number {
  return a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0;
}
