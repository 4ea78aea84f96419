import { joinClasses, Spinner } from '@posthouse/components';
import { useState } from 'react';
import { toFragment } from '../routing/route.ts';
import type { JobStatus, JobSummary } from '../api/job.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { BoardCard } from './board-card.tsx';
import type { JobFilters } from './job-filters.ts';
import { type StatusColumn, toColumns } from './pending-changes.ts';
import { RefusedBanner } from './refused-banner.tsx';
import { StatusMark } from './status-mark.tsx';
import { useBoard } from './use-board.ts';
import { useJobChanges } from './use-job-changes.ts';
import { worthTelling } from './worth-telling.ts';

type BoardProps = { filters: JobFilters; query: Record<string, string> };

/** Jobs in columns by status. They are moved by dragging them, or with the menu on every card. */
export function Board({ filters, query }: BoardProps) {
  const { jobs: words, shell } = useWords();
  const { board, failure, replace } = useBoard(filters);
  const changes = useJobChanges(replace);
  const [announced, setAnnounced] = useState('');
  const move = (job: JobSummary, status: JobStatus): void => {
    if (job.status === status) return;
    setAnnounced(words.moved(job.title, words.statuses[status]));
    changes.change(job, { status });
  };
  if (board === undefined) {
    return failure === undefined ? <Spinner label={shell.loading} /> : <FailureBanner failure={failure} />;
  }
  const columns = toColumns(board.jobs, board.totals, changes.pending);
  const shown = columns.flatMap(({ jobs }) => jobs);
  return (
    <>
      <RefusedBanner {...changes} />
      <FailureBanner failure={worthTelling(failure, true)} />
      <p className="text-xs text-soft">{words.boardHint}</p>
      <output className="sr-only">{announced}</output>
      <div className="flex snap-x gap-3 overflow-x-auto pb-2">
        {columns.map((column) => (
          <BoardColumn
            key={column.status}
            column={column}
            query={query}
            onDrop={(id) => {
              const job = shown.find((each) => each.id === id);
              if (job !== undefined) move(job, column.status);
            }}
            onMove={move}
            onStar={(job, starred) => changes.change(job, { starred })}
          />
        ))}
      </div>
    </>
  );
}

type BoardColumnProps = {
  column: StatusColumn;
  query: Record<string, string>;
  onDrop: (id: number) => void;
  onMove: (job: JobSummary, status: JobStatus) => void;
  onStar: (job: JobSummary, starred: boolean) => void;
};

/** What is carried from column to column. A type of our own keeps other things that are dropped here out. */
const CARRIED = 'application/x-posthouse-job';

function BoardColumn({ column: { status, jobs, total }, query, onDrop, onMove, onStar }: BoardColumnProps) {
  const { jobs: words } = useWords();
  const [over, setOver] = useState(false);
  const rest = total - jobs.length;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- every card has a menu for the keyboard
    <section
      aria-label={words.statuses[status]}
      data-status={status}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(CARRIED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(Number(event.dataTransfer.getData(CARRIED)));
      }}
      className={joinClasses(
        'flex w-70 shrink-0 snap-start flex-col rounded-lg border bg-sunken p-2 2xl:w-auto 2xl:flex-1',
        over ? 'border-dashed border-accent' : 'border-line',
      )}
    >
      <h2 className="mb-2 flex items-center justify-between gap-2 px-1 text-sm">
        <StatusMark status={status} />
        <span className="text-soft">{total}</span>
      </h2>
      {jobs.length === 0 && <p className="px-1 py-4 text-center text-sm text-soft">{words.nothingHere}</p>}
      <ul className="flex flex-col gap-2">
        {jobs.map((job) => (
          <BoardCard
            key={job.id}
            job={job}
            href={toFragment({ view: 'jobs', path: [String(job.id)], query })}
            carried={CARRIED}
            onMove={(wanted) => onMove(job, wanted)}
            onStar={(starred) => onStar(job, starred)}
          />
        ))}
      </ul>
      {rest > 0 && (
        <a
          href={toFragment({ view: 'jobs', query: { ...withoutLook(query), status } })}
          className="mt-2 block rounded px-1 py-1.5 text-center text-sm text-accent hover:underline"
        >
          {words.restInList(rest)}
        </a>
      )}
    </section>
  );
}

function withoutLook({ look: _look, ...query }: Record<string, string>): Record<string, string> {
  return query;
}
