import { Button, Dialog, Empty, joinClasses, Spinner, useQuery, useServer } from '@posthouse/components';
import { ArrowLeft, Upload } from 'lucide-react';
import { useState } from 'react';
import { loadResumes } from '../api/resume.ts';
import { go, toFragment, useRoute } from '../routing/route.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { chooseResume } from './choose-resume.ts';
import { ImportForms } from './import-forms.tsx';
import { ResumeList } from './resume-list.tsx';
import { ResumeSheet } from './resume-sheet.tsx';

/** All resumes, and one of them in full: the one that the address names, or the default one where there is room for it. */
export default function ResumesView() {
  const server = useServer();
  const { resumes: words, shell } = useWords();
  const [named] = useRoute().path;
  const [importing, setImporting] = useState(false);
  const { value, failure, refresh } = useQuery('resumes', (signal) => loadResumes(server, signal));
  const chosen = chooseResume(value ?? [], named);
  const open = (
    <Button look={value?.length === 0 ? 'primary' : 'plain'} onClick={() => setImporting(true)}>
      <Upload aria-hidden className="size-3.5" />
      {words.import.open}
    </Button>
  );
  return (
    <div className="mx-auto max-w-6xl p-4">
      <div className="mb-3 flex min-h-8 items-center gap-2">
        <h1 className="mr-auto text-lg font-semibold">{words.heading}</h1>
        {value?.length !== 0 && open}
      </div>
      {value === undefined &&
        (failure === undefined ? <Spinner label={shell.loading} /> : <FailureBanner failure={failure} />)}
      {value?.length === 0 && (
        <Empty title={words.none}>
          <p className="mb-4">{words.noneHint}</p>
          {open}
        </Empty>
      )}
      {value !== undefined && value.length > 0 && (
        <div className="grid gap-4 md:grid-cols-[16rem_minmax(0,1fr)]">
          <div className={joinClasses(named !== undefined && 'hidden md:block')}>
            <ResumeList resumes={value} chosen={chosen?.id} />
          </div>
          <div className={joinClasses('min-w-0', named === undefined && 'hidden md:block')}>
            <a
              href={toFragment({ view: 'resumes' })}
              className="mb-3 inline-flex items-center gap-1.5 text-sm text-accent md:hidden"
            >
              <ArrowLeft aria-hidden className="size-4" />
              {words.all}
            </a>
            {chosen === undefined ? (
              <Empty title={words.gone} />
            ) : (
              <ResumeSheet key={chosen.id} summary={chosen} isOnly={value.length === 1} onChanged={refresh} />
            )}
          </div>
        </div>
      )}
      <Dialog title={words.import.title} closeLabel={shell.close} open={importing} onClose={() => setImporting(false)}>
        <ImportForms
          onImported={({ id }) => {
            setImporting(false);
            refresh();
            go({ view: 'resumes', path: [String(id)] });
          }}
        />
      </Dialog>
    </div>
  );
}
