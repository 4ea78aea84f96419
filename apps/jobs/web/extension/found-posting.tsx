import { Button, Choice, Spinner, useQuery, useLatest, useServer } from '@posthouse/components';
import { Bookmark, Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ingest, type IngestInput } from '../src/api/ingest.ts';
import { loadJobs } from '../src/api/job.ts';
import { toFragment } from '../src/routing/route.ts';
import type { FoundJob } from '../src/detect/index.ts';
import { FailureBanner } from '../src/words/failure-banner.tsx';
import { useWords } from '../src/words/use-words.ts';
import { type Saved, toSaved } from './saved.ts';

type FoundPostingProps = {
  found: FoundJob;
  /** Everything that the page has, in which the one that was found is, too. */
  others: readonly FoundJob[];
  onChoose: (job: FoundJob) => void;
  /** Called when it is known as which job the posting was saved. */
  onSaved: (job: FoundJob, id: number) => void;
};

/** The posting on the page: what it is, whether it was saved, and a button that does so. */
export function FoundPosting({ found, others, onChoose, onSaved }: FoundPostingProps) {
  const { panel: words } = useWords();
  const { job } = found;
  const { saved, busy, failure, save } = useSaved(found);
  const id = saved?.id;
  const tell = useLatest(onSaved);
  useEffect(() => {
    if (id !== undefined) tell.current(found, id);
  }, [found, id, tell]);
  return (
    <>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={job.title}>
            {job.title}
          </p>
          <p className="truncate text-xs text-soft">{[job.company, job.location].filter(Boolean).join(' · ')}</p>
        </div>
        {saved === undefined ? (
          <Button look="primary" disabled={busy} onClick={save}>
            {busy ? <Spinner label={words.saving} /> : <Bookmark aria-hidden className="size-4" />}
            {!busy && words.save}
          </Button>
        ) : (
          <div className="flex shrink-0 flex-col items-end text-xs">
            <output className="flex items-center gap-1 text-done">
              <Check aria-hidden className="size-3.5" />
              {words.outcomes[saved.outcome]}
            </output>
            <a
              className="font-medium text-accent underline"
              href={toFragment({ view: 'jobs', path: [String(saved.id)] })}
            >
              {words.open}
            </a>
          </div>
        )}
      </div>
      {others.length > 1 && (
        <Choice
          className="mt-1.5"
          label={words.several(others.length)}
          labelHidden
          value={others.indexOf(found)}
          onChange={(event) => onChoose(others[Number(event.target.value)] ?? found)}
        >
          {others.map((other, at) => (
            <option key={JSON.stringify(other.ingest)} value={at}>
              {words.which(at + 1, others.length, other.job.title)}
            </option>
          ))}
        </Choice>
      )}
      {failure !== undefined && (
        <div className="mt-1.5">
          <FailureBanner failure={failure} />
        </div>
      )}
    </>
  );
}

type Saving = { saved: Saved | undefined; busy: boolean; failure: unknown; save: () => void };

/** Whether a posting is among the jobs, as the app knows it by its address, and a way to save it. */
function useSaved({ ingest: body }: FoundJob): Saving {
  const server = useServer();
  const [state, setState] = useState<{ saved?: Saved; busy: boolean; failure?: unknown }>({ busy: false });
  const address = typeof body['url'] === 'string' ? body['url'] : undefined;
  const known = useQuery(address ?? '', async (signal) =>
    address === undefined
      ? undefined
      : await loadJobs(server, new URLSearchParams({ url: address, limit: '1' }), signal),
  );
  const there = known.value?.jobs[0];
  const save = async (): Promise<void> => {
    setState({ busy: true });
    try {
      const saved = toSaved(await ingest(server, body as IngestInput));
      setState({ busy: false, saved });
    } catch (failure) {
      setState({ busy: false, failure });
    }
  };
  const saved = state.saved ?? (there === undefined ? undefined : { id: there.id, outcome: 'known' as const });
  return { saved, busy: state.busy, failure: state.failure, save: () => void save() };
}
