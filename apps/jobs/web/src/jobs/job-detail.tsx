import {
  Banner,
  Button,
  Card,
  Empty,
  Markdown,
  Spinner,
  toSafeLink,
  useQuery,
  useAction,
  useServer,
} from '@posthouse/components';
import { ArrowLeft, ExternalLink, MessageSquare, Pencil, RefreshCw, Scissors, Trash2 } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { enrichJob, type Job, type JobFile, loadJob } from '../api/job.ts';
import { lazyView } from '../routing/lazy-view.ts';
import { go, toFragment } from '../routing/route.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useLanguage, useWords } from '../words/use-words.ts';
import { ActionLink } from './action-link.tsx';
import { AnalysisCard } from './analysis-card.tsx';
import { FactsCard } from './facts-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { toFactLine, toNames } from './job-facts.ts';
import { NotesCard } from './notes-card.tsx';
import { withItsChanges } from './pending-changes.ts';
import { PrescoreCard } from './prescore-card.tsx';
import { RefusedBanner } from './refused-banner.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ScoreMark } from './score-mark.tsx';
import { StarButton } from './star-button.tsx';
import { StatusMenu } from './status-menu.tsx';
import { useEdited } from './use-edited.ts';
import { useJobChanges } from './use-job-changes.ts';
import { worthTelling } from './worth-telling.ts';

const EditDialog = lazyView(() => import('./edit-dialog.tsx'));

type JobDetailProps = {
  id: number;
  /** How the list was looked at, so that the way back leads there. */
  query: Record<string, string>;
};

/** One job with everything that is known about it, and what can be done about it. */
export default function JobDetail({ id, query }: JobDetailProps) {
  const server = useServer();
  const { jobs, shell } = useWords();
  const { value, failure, refresh } = useQuery(`job/${id}`, (signal) => loadJob(server, id, signal));
  const [file, edit] = useEdited(value);
  const takeOver = useCallback(
    (job: Job) => {
      edit((before) => ({ ...before, job }));
      // The history knows more by now.
      refresh();
    },
    [edit, refresh],
  );
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-3 p-3 sm:p-4">
      <p>
        <a
          href={toFragment({ view: 'jobs', query })}
          className="inline-flex items-center gap-1 text-sm text-accent hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {jobs.detail.back}
        </a>
      </p>
      <FailureBanner failure={worthTelling(failure, file !== undefined)} />
      {file === undefined && failure === undefined && <Spinner label={shell.loading} />}
      {file !== undefined && (
        <Opened
          file={file}
          onJob={takeOver}
          onFile={edit}
          refresh={refresh}
          onRemoved={() => go({ view: 'jobs', query }, { replace: true })}
        />
      )}
    </div>
  );
}

type OpenedProps = {
  file: JobFile;
  onJob: (job: Job) => void;
  onFile: (edit: (before: JobFile) => JobFile) => void;
  refresh: () => void;
  onRemoved: () => void;
};

function Opened({ file, onJob, onFile, refresh, onRemoved }: OpenedProps) {
  const server = useServer();
  const words = useWords();
  const { language } = useLanguage();
  const { detail } = words.jobs;
  const changes = useJobChanges(onJob);
  const [dialog, setDialog] = useState<'edit' | 'remove'>();
  const [news, setNews] = useState<readonly string[]>();
  const { busy, failure, run } = useAction();
  const job = withItsChanges(file.job, changes.pending);
  const posting = toSafeLink(job.applyUrl ?? job.url ?? undefined);
  const enrich = async (): Promise<void> => {
    setNews(undefined);
    const { job: richer, changed } = await enrichJob(server, job.id);
    onJob(richer);
    setNews(changed);
  };
  return (
    <>
      <header className="flex flex-col gap-2">
        <div className="flex items-start gap-2">
          <h1 className="min-w-0 flex-1 text-xl font-semibold [overflow-wrap:anywhere]">{job.title}</h1>
          <StarButton job={job} onStar={(starred) => changes.change(job, { starred })} />
        </div>
        <p className="text-soft [overflow-wrap:anywhere]">{toFactLine(job, words, language)}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pl-1.5">
          <StatusMenu job={job} onMove={(status) => changes.change(job, { status })} />
          <ScoreMark score={job.matchScore} source={job.scoreSource} />
        </div>
        <div className="flex flex-wrap gap-2">
          <ActionLink href={toFragment({ view: 'chat', query: { job: String(job.id) } })}>
            <MessageSquare aria-hidden className="size-4" />
            {detail.ask}
          </ActionLink>
          <ActionLink href={toFragment({ view: 'tailor', path: [String(job.id)] })}>
            <Scissors aria-hidden className="size-4" />
            {detail.tailor}
            {file.tailored.count > 0 && (
              <span className="font-normal text-soft">· {detail.versions(file.tailored.count)}</span>
            )}
          </ActionLink>
          {posting !== undefined && (
            <ActionLink
              title={job.applyUrl === null ? detail.open : detail.apply}
              href={posting}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              <ExternalLink aria-hidden className="size-4" />
              <span className="max-sm:sr-only">{job.applyUrl === null ? detail.open : detail.apply}</span>
            </ActionLink>
          )}
          {job.url !== null && (
            <Button title={detail.enrich} disabled={busy} onClick={() => run(enrich)}>
              <RefreshCw aria-hidden className="size-4" />
              <span className="max-sm:sr-only">{detail.enrich}</span>
            </Button>
          )}
          <Button title={detail.edit} onClick={() => setDialog('edit')}>
            <Pencil aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{detail.edit}</span>
          </Button>
          <Button look="alarm" title={detail.remove} onClick={() => setDialog('remove')}>
            <Trash2 aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{detail.remove}</span>
          </Button>
          <span className="flex h-8 items-center">
            <Spinner label={detail.enriching} active={busy} />
          </span>
        </div>
      </header>
      <RefusedBanner {...changes} />
      <FailureBanner failure={failure} />
      {news !== undefined && <Banner>{detail.enriched(toNames(news, detail.fields))}</Banner>}
      <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <div className="flex flex-col gap-3 lg:col-start-2 lg:row-start-1">
          <FactsCard job={job} />
          <PrescoreCard job={job} />
        </div>
        <div className="flex min-w-0 flex-col gap-3 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <AnalysisCard
            jobId={job.id}
            analysis={file.analysis}
            onAnalyzed={(analysis) => {
              onFile((before) => ({ ...before, analysis }));
              // The score of the job may be another one now.
              refresh();
            }}
          />
          <Card aria-label={detail.description} className="p-4">
            <h2 className="mb-3 text-sm font-medium text-soft">{detail.description}</h2>
            {job.jdMarkdown === null ? <Empty title={detail.noDescription} /> : <Markdown text={job.jdMarkdown} />}
          </Card>
        </div>
        <div className="flex flex-col gap-3 lg:col-start-2">
          <NotesCard job={job} onSaved={onJob} />
          <HistoryCard history={file.history} />
        </div>
      </div>
      <Suspense>
        {dialog === 'edit' && (
          <EditDialog
            job={job}
            onClose={() => setDialog(undefined)}
            onSaved={(saved) => {
              setDialog(undefined);
              onJob(saved);
            }}
          />
        )}
      </Suspense>
      <RemoveDialog
        ids={[job.id]}
        open={dialog === 'remove'}
        onClose={() => setDialog(undefined)}
        onRemoved={onRemoved}
      />
    </>
  );
}
