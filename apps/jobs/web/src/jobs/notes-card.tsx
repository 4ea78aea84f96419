import { Button, Card, TextField, useAction, useServer } from '@posthouse/components';
import { useState } from 'react';
import { changeJob, type Job } from '../api/job.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';

type NotesCardProps = { job: Job; onSaved: (job: Job) => void };

/** What the reader wants to remember. A draft stays whatever else changes about the job. */
export function NotesCard({ job, onSaved }: NotesCardProps) {
  const server = useServer();
  const words = useWords().jobs.detail;
  const [draft, setDraft] = useState<string>();
  const [saved, setSaved] = useState(false);
  const { busy, failure, run } = useAction();
  const kept = job.notes ?? '';
  const text = draft ?? kept;
  const save = async (): Promise<void> => {
    onSaved(await changeJob(server, job.id, { notes: text.trim() === '' ? null : text }));
    // Whatever was typed meanwhile is a draft still.
    setDraft((now) => (now === text ? undefined : now));
    setSaved(true);
  };
  return (
    <Card aria-label={words.notes} className="p-3">
      <h2 className="mb-2 font-semibold">{words.notes}</h2>
      <TextField
        label={words.notes}
        labelHidden
        hint={words.notesHint}
        rows={4}
        maxLength={100_000}
        value={text}
        onChange={(event) => {
          setDraft(event.target.value);
          setSaved(false);
        }}
      />
      <div className="mt-2 flex items-center gap-2">
        <Button disabled={busy || text === kept} onClick={() => run(save)}>
          {words.saveNotes}
        </Button>
        <output className="text-sm text-soft">{saved ? words.saved : ''}</output>
      </div>
      {failure !== undefined && (
        <div className="mt-2">
          <FailureBanner failure={failure} />
        </div>
      )}
    </Card>
  );
}
