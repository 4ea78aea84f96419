import { Empty, joinClasses, Spinner } from '@posthouse/components';
import { useState } from 'react';
import { toFragment } from '../routing/route.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { PAGE_SIZE } from './job-filters.ts';
import { JobLine } from './job-line.tsx';
import { Pager } from './pager.tsx';
import { withChanges } from './pending-changes.ts';
import { RefusedBanner } from './refused-banner.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useJobChanges } from './use-job-changes.ts';
import type { JobPageQuery } from './use-job-page.ts';
import { worthTelling } from './worth-telling.ts';

type JobListProps = {
  asked: JobPageQuery;
  number: number;
  /** How the list is looked at, as addresses say it. */
  query: Record<string, string>;
};

/** Jobs one below the other, page by page. */
export function JobList({ asked, number, query }: JobListProps) {
  const { jobs: words, shell } = useWords();
  const { page, isOld, failure, refresh, replace } = asked;
  const changes = useJobChanges(replace);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [removing, setRemoving] = useState(false);
  const jobs = withChanges(page?.jobs ?? [], changes.pending);
  // Only what is seen can be selected; whatever else was selected before is not touched.
  const selected = jobs.filter(({ id }) => chosen.has(id));
  const choose = (id: number, isChosen: boolean): void =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((each) => each !== id)));
  const last = Math.ceil((page?.total ?? 0) / PAGE_SIZE);
  return (
    <>
      <RefusedBanner {...changes} />
      <FailureBanner failure={worthTelling(failure, page !== undefined)} />
      {page === undefined && failure === undefined && <Spinner label={shell.loading} />}
      {page !== undefined && jobs.length === 0 && !isOld && (
        <Empty title={words.nothingFits}>{words.nothingFitsText}</Empty>
      )}
      {jobs.length > 0 && (
        <div
          className={joinClasses('overflow-hidden rounded-lg border border-line bg-card', isOld && 'opacity-60')}
          aria-busy={isOld}
        >
          <SelectionBar
            shown={jobs.length}
            selected={selected.length}
            onSelectAll={(all) => setChosen(new Set(all ? jobs.map(({ id }) => id) : []))}
            onMove={(status) => {
              for (const job of selected) if (job.status !== status) changes.change(job, { status });
            }}
            onRemove={() => setRemoving(true)}
          />
          <ul aria-label={words.heading} className="divide-y divide-line">
            {jobs.map((job) => (
              <JobLine
                key={job.id}
                job={job}
                href={toFragment({ view: 'jobs', path: [String(job.id)], query })}
                selected={chosen.has(job.id)}
                onSelect={(isChosen) => choose(job.id, isChosen)}
                onChange={(change) => changes.change(job, change)}
              />
            ))}
          </ul>
        </div>
      )}
      {page !== undefined && (
        <Pager
          page={number}
          last={last}
          hrefOf={(wanted) => toFragment({ view: 'jobs', query: toPageQuery(query, wanted) })}
        />
      )}
      <RemoveDialog
        ids={selected.map(({ id }) => id)}
        open={removing}
        onClose={() => {
          setRemoving(false);
          refresh();
        }}
        onRemoved={() => {
          setRemoving(false);
          setChosen(new Set());
        }}
      />
    </>
  );
}

function toPageQuery({ page: _page, ...query }: Record<string, string>, page: number): Record<string, string> {
  return page === 1 ? query : { ...query, page: String(page) };
}
