import { Badge, Banner, Button, Card, Empty, Markdown, useAction, useServer } from '@posthouse/components';
import { Pencil, Scissors, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { changeResume, type Resume } from '../api/resume.ts';
import { go } from '../routing/route.ts';
import { Day } from '../words/day.tsx';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { MadeVersions } from './made-versions.tsx';

type ResumePageProps = { resume: Resume; isOnly: boolean; onChanged: () => void };

/** A resume as it reads, what was found in it, and what can be done with it. */
export function ResumePage({ resume, isOnly, onChanged }: ResumePageProps) {
  const server = useServer();
  const { resumes: words } = useWords();
  const [deleting, setDeleting] = useState(false);
  const { busy, failure, run } = useAction();
  const { id, name, isDefault, parseStatus, parseErrors, skills, content } = resume;
  const edit = (): void => go({ view: 'resumes', path: [String(id)], query: { edit: 'yes' } });
  const makeDefault = async (): Promise<void> => {
    await changeResume(server, id, { isDefault: true });
    onChanged();
  };
  return (
    <Card aria-label={name} className="p-4">
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
        {isDefault && <Badge tone="accent">{words.isDefault}</Badge>}
      </h2>
      <Facts resume={resume} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="primary" onClick={() => go({ view: 'tailor', query: { resume: String(id) } })}>
          <Scissors aria-hidden className="size-3.5" />
          {words.tailor}
        </Button>
        <Button onClick={edit}>
          <Pencil aria-hidden className="size-3.5" />
          {words.edit}
        </Button>
        {!isDefault && (
          <Button disabled={busy} onClick={() => run(makeDefault)}>
            <Star aria-hidden className="size-3.5" />
            {words.makeDefault}
          </Button>
        )}
        <Button look="alarm" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden className="size-3.5" />
          {words.remove}
        </Button>
      </div>
      <ExportButtons resume={resume} />
      <div className="mt-3 flex flex-col gap-2">
        <FailureBanner failure={failure} />
        {parseErrors.length > 0 && (
          <Banner look={parseStatus === 'failed' ? 'alarm' : 'ask'}>
            {parseErrors.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <Button className="mt-2" onClick={edit}>
              {words.pasteInstead}
            </Button>
          </Banner>
        )}
      </div>
      <Skills skills={skills} />
      <h3 className="mt-4 mb-2 text-sm font-medium">{words.preview}</h3>
      <div className="rounded-md border border-line bg-paper p-4 text-sm">
        {content.trim() === '' ? <Empty title={words.empty} /> : <Markdown text={content} />}
      </div>
      <MadeVersions resumeId={id} />
      <DeleteDialog
        resume={resume}
        isOnly={isOnly}
        open={deleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          go({ view: 'resumes' }, { replace: true });
          onChanged();
        }}
      />
    </Card>
  );
}

function Facts({ resume }: { resume: Resume }) {
  const { resumes: words } = useWords();
  const { source, originalFilename, charCount, useCount, updatedAt } = resume;
  const origin = words.sources[source as keyof typeof words.sources] ?? source;
  return (
    <p className="mt-1 text-sm [overflow-wrap:anywhere] text-soft">
      {origin}
      {originalFilename !== null && ` (${originalFilename})`} · {words.characters(charCount)} · {words.uses(useCount)} ·{' '}
      {words.changed} <Day at={updatedAt} />
    </p>
  );
}

function Skills({ skills }: { skills: readonly string[] }) {
  const { resumes: words } = useWords();
  return (
    <>
      <h3 className="mt-4 mb-2 text-sm font-medium">{words.skills}</h3>
      {skills.length === 0 ? (
        <p className="text-sm text-soft">{words.noSkills}</p>
      ) : (
        <ul aria-label={words.skills} className="flex flex-wrap gap-1">
          {skills.map((skill) => (
            <li key={skill}>
              <Badge>{skill}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
