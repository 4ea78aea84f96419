import { Button, Checkbox, Choice, joinClasses } from '@posthouse/components';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { JOB_SOURCES, JOB_STATUSES, type JobSource, type JobStatus } from '../api/job.ts';
import { useWords } from '../words/use-words.ts';
import { countFilters, type JobFilters, SCORES, type Sort, SORTS } from './job-filters.ts';
import { SearchField } from './search-field.tsx';

type FilterBarProps = {
  filters: JobFilters;
  /** The board shows every status anyway. */
  hasStatus: boolean;
  onChange: (change: Partial<JobFilters>) => void;
};

/** Which jobs are shown, and in which order. Where there is little room, all but the search waits behind a button. */
export function FilterBar({ filters, hasStatus, onChange }: FilterBarProps) {
  const { jobs: words } = useWords();
  const [open, setOpen] = useState(false);
  const panel = useId();
  const count = countFilters(hasStatus ? filters : { ...filters, status: undefined });
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField value={filters.search} onSearch={(search) => onChange({ search })} className="min-w-40 flex-1" />
      <Button className="lg:hidden" aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
        <SlidersHorizontal aria-hidden className="size-4" />
        {words.filters}
        {count > 0 && ` (${count})`}
      </Button>
      <div
        id={panel}
        className={joinClasses('w-full flex-wrap items-center gap-2 lg:flex lg:w-auto', open ? 'flex' : 'hidden')}
      >
        {hasStatus && (
          <Choice
            label={words.status}
            labelHidden
            value={filters.status ?? ''}
            onChange={({ target }) => onChange({ status: (target.value || undefined) as JobStatus | undefined })}
          >
            <option value="">{words.anyStatus}</option>
            {JOB_STATUSES.map((each) => (
              <option key={each} value={each}>
                {words.statuses[each]}
              </option>
            ))}
          </Choice>
        )}
        <Choice
          label={words.source}
          labelHidden
          value={filters.source ?? ''}
          onChange={({ target }) => onChange({ source: (target.value || undefined) as JobSource | undefined })}
        >
          <option value="">{words.anySource}</option>
          {JOB_SOURCES.map((each) => (
            <option key={each} value={each}>
              {words.sources[each]}
            </option>
          ))}
        </Choice>
        <Choice
          label={words.score}
          labelHidden
          value={filters.minScore ?? ''}
          onChange={({ target }) => onChange({ minScore: target.value === '' ? undefined : Number(target.value) })}
        >
          <option value="">{words.anyScore}</option>
          {SCORES.map((each) => (
            <option key={each} value={each}>
              {words.scoreFrom(each)}
            </option>
          ))}
        </Choice>
        <Choice
          label={words.sort}
          labelHidden
          value={filters.sort ?? ''}
          onChange={({ target }) => onChange({ sort: (target.value || undefined) as Sort | undefined })}
        >
          <option value="">
            {filters.search.trim() === '' ? words.usualOrder.otherwise : words.usualOrder.searching}
          </option>
          {SORTS.filter((each) => each !== 'createdAt' || filters.search.trim() !== '').map((each) => (
            <option key={each} value={each}>
              {words.sorts[each]}
            </option>
          ))}
        </Choice>
        <Checkbox
          label={words.remoteOnly}
          checked={filters.remote}
          onChange={(remote) => onChange({ remote })}
          className="py-1.5"
        />
        <Checkbox
          label={words.starredOnly}
          checked={filters.starred}
          onChange={(starred) => onChange({ starred })}
          className="py-1.5"
        />
      </div>
    </search>
  );
}
