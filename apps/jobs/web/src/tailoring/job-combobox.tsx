/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- HTML has no list to choose from that a search fills */
import { Badge, Field, joinClasses, Spinner, useQuery, useServer, useDebounced } from '@posthouse/components';
import { type KeyboardEvent, useId, useState } from 'react';
import { type JobSummary, loadJobs } from '../api/job.ts';
import { sayFailure } from '../words/say-failure.ts';
import { useWords } from '../words/use-words.ts';

const MAX_JOBS_SHOWN = '8';

type JobComboboxProps = {
  label: string;
  job: Pick<JobSummary, 'title' | 'company'> | undefined;
  onPick: (job: JobSummary) => void;
};

/** A line to search jobs in, and the jobs that were found below it. Arrows lead through them, and Enter takes one. */
export function JobCombobox({ label, job, onPick }: JobComboboxProps) {
  const { tailoring: words } = useWords();
  const id = useId();
  const chosen = job === undefined ? '' : `${job.title} · ${job.company}`;
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(0);
  const isOpen = text !== undefined;
  // What stands there already is the job that was chosen, and nothing to search for.
  const found = useFound(text === undefined || text === chosen ? '' : text, isOpen);
  const jobs = found.jobs ?? [];
  const at = Math.min(active, jobs.length - 1);
  const close = (): void => setText(undefined);
  const pick = (one: JobSummary): void => {
    close();
    onPick(one);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return close();
    if (event.key === 'Enter' && jobs[at] !== undefined && isOpen) {
      event.preventDefault();
      return pick(jobs[at]);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return undefined;
    event.preventDefault();
    if (!isOpen) return setText(chosen);
    return setActive((at + step + jobs.length) % Math.max(1, jobs.length));
  };
  return (
    <div className="relative">
      <Field
        label={label}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && jobs[at] !== undefined ? `${id}-${jobs[at].id}` : undefined}
        autoComplete="off"
        placeholder={words.jobHint}
        value={text ?? chosen}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onFocus={(event) => {
          event.target.select();
          setText(chosen);
        }}
        onClick={() => setText((last) => last ?? chosen)}
        onBlur={close}
        onKeyDown={press}
      />
      <div
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-line bg-card p-1 text-sm shadow-lg"
      >
        <ul id={`${id}-list`} role="listbox" aria-label={words.jobsFound} className="max-h-80 overflow-y-auto">
          {jobs.map((each, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the line above
            <li
              key={each.id}
              id={`${id}-${each.id}`}
              role="option"
              aria-selected={index === at}
              // The line must not lose the focus before the click is over.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(each)}
              className={joinClasses(
                'cursor-pointer rounded px-2 py-1.5',
                index === at ? 'bg-accent-paper' : 'hover:bg-sunken',
              )}
            >
              <span className="block font-medium">{each.title}</span>
              <span className="flex flex-wrap items-center gap-x-2 text-soft">
                {each.company}
                {!each.hasDescription && <Badge tone="ask">{words.noDescription}</Badge>}
              </span>
            </li>
          ))}
        </ul>
        <output className="block px-2 py-1 text-soft empty:hidden">
          {found.isSearching ? (
            <Spinner label={words.searching} />
          ) : found.problem !== undefined ? (
            found.problem
          ) : (
            jobs.length === 0 && words.noJobFound
          )}
        </output>
      </div>
    </div>
  );
}

type Found = { jobs: JobSummary[] | undefined; problem: string | undefined; isSearching: boolean };

/** The jobs for what somebody types, as soon as they pause; for nothing, the newest. Nothing is asked while nobody looks. */
function useFound(text: string, isOpen: boolean): Found {
  const server = useServer();
  const words = useWords();
  const search = useDebounced(text.trim());
  const { value, failure } = useQuery(`pick ${isOpen} ${search}`, async (signal) => {
    if (!isOpen) return undefined;
    const query = new URLSearchParams({ limit: MAX_JOBS_SHOWN, ...(search === '' ? {} : { search }) });
    return (await loadJobs(server, query, signal)).jobs;
  });
  const isSearching = isOpen && ((value === undefined && failure === undefined) || search !== text.trim());
  return { jobs: value, problem: failure === undefined ? undefined : sayFailure(failure, words), isSearching };
}
