import { Button, ChoiceMenu, Empty, joinClasses, saveFile, useAction, useServer } from '@posthouse/components';
import { Columns3, Download, LayoutList, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { exportJobs } from '../api/export-jobs.ts';
import { lazyView } from '../routing/lazy-view.ts';
import { go, toFragment } from '../routing/route.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { Board } from './board.tsx';
import { FilterBar } from './filter-bar.tsx';
import { countFilters, type JobFilters, toAddress, toFilters, toPageNumber, toQuery } from './job-filters.ts';
import { JobList } from './job-list.tsx';
import { useJobPage } from './use-job-page.ts';

const ImportDialog = lazyView(() => import('./import-dialog.tsx'));
const FORMATS = ['json', 'csv'] as const;

/** All jobs, as a list or as a board. The address says which of them, so that the way back finds the same. */
export function JobsOverview({ query }: { query: Record<string, string> }) {
  const { jobs: words } = useWords();
  const filters = toFilters(query);
  const isBoard = query.look === 'board';
  const number = toPageNumber(query.page);
  const asked = useJobPage(isBoard ? { ...filters, status: undefined } : filters, isBoard ? 1 : number);
  const [importing, setImporting] = useState(false);
  const [round, setRound] = useState(0);
  const look: Record<string, string> = isBoard ? { look: 'board' } : {};
  const change = (wanted: Partial<JobFilters>): void =>
    go({ view: 'jobs', query: { ...toAddress({ ...filters, ...wanted }), ...look } }, { replace: true });
  const hasNothing = asked.page?.total === 0 && !asked.isOld && filters.search === '' && countFilters(filters) === 0;
  return (
    <div className={joinClasses('mx-auto flex flex-col gap-3 p-3 sm:p-4', !isBoard && 'max-w-6xl')}>
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="text-lg font-semibold max-[24rem]:mr-auto">{words.heading}</h1>
        <output className="mr-auto text-sm text-soft max-[24rem]:sr-only">
          {asked.page !== undefined && words.count(asked.page.total)}
        </output>
        <nav aria-label={words.showAs} className="flex rounded-md border border-line bg-card">
          <Look isOn={!isBoard} title={words.list} href={toFragment({ view: 'jobs', query: toAddress(filters) })}>
            <LayoutList aria-hidden className="size-4" />
          </Look>
          <Look
            isOn={isBoard}
            title={words.board}
            href={toFragment({ view: 'jobs', query: { ...toAddress(filters), look: 'board' } })}
          >
            <Columns3 aria-hidden className="size-4" />
          </Look>
        </nav>
        <ExportMenu filters={filters} />
        <Button look="primary" onClick={() => setImporting(true)}>
          <Plus aria-hidden className="size-4" />
          {words.import}
        </Button>
      </div>
      {hasNothing ? (
        <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
      ) : (
        <>
          <FilterBar filters={filters} hasStatus={!isBoard} onChange={change} />
          {isBoard ? (
            <Board key={round} filters={filters} query={query} />
          ) : (
            <JobList asked={asked} number={number} query={query} />
          )}
        </>
      )}
      <Suspense>
        {importing && (
          <ImportDialog
            onClose={() => setImporting(false)}
            onImported={() => {
              asked.refresh();
              setRound(round + 1);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

type LookProps = { isOn: boolean; title: string; href: string; children: React.ReactNode };

function Look({ isOn, title, href, children }: LookProps) {
  return (
    <a
      href={href}
      aria-current={isOn ? 'true' : undefined}
      className={joinClasses(
        'inline-flex min-h-8 items-center gap-1.5 rounded-md px-2.5 text-sm',
        isOn ? 'bg-accent-paper font-medium text-accent' : 'text-soft hover:text-ink',
      )}
    >
      {children}
      <span className="max-sm:sr-only">{title}</span>
    </a>
  );
}

/** The jobs that the filters want, as a file. */
function ExportMenu({ filters }: { filters: JobFilters }) {
  const server = useServer();
  const { jobs: words } = useWords();
  const { busy, failure, run } = useAction();
  return (
    <>
      <ChoiceMenu
        label={words.export}
        options={FORMATS.map((value) => ({ value, title: words.exportAs[value] }))}
        disabled={busy}
        onChoose={(format) =>
          run(async () => saveFile(`jobs.${format}`, await exportJobs(server, format, toQuery(filters))))
        }
        className="border border-line bg-card px-2.5"
      >
        <Download aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{words.export}</span>
      </ChoiceMenu>
      {failure !== undefined && (
        <div className="w-full">
          <FailureBanner failure={failure} />
        </div>
      )}
    </>
  );
}
