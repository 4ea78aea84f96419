import { Banner, Dialog, Field, Spinner, useQuery, useServer } from '@posthouse/components';
import { useDeferredValue, useState } from 'react';
import { loadJobs } from '../../api/job.ts';
import { sayFailure } from '../../words/say-failure.ts';
import { useWords } from '../../words/use-words.ts';

type JobPickerProps = { open: boolean; onClose: () => void; onPick: (id: number) => void };

const MAX_JOBS_SHOWN = '20';

/** Lets the reader find a job and choose it. */
export function JobPicker({ open, onClose, onPick }: JobPickerProps) {
  const { chat, shell } = useWords();
  return (
    <Dialog title={chat.context.pickJob} closeLabel={shell.close} open={open} onClose={onClose}>
      <JobSearch onPick={onPick} />
    </Dialog>
  );
}

function JobSearch({ onPick }: Pick<JobPickerProps, 'onPick'>) {
  const words = useWords();
  const { context } = words.chat;
  const server = useServer();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const query = new URLSearchParams({ limit: MAX_JOBS_SHOWN, ...(search === '' ? { sort: 'createdAt' } : { search }) });
  const { value, failure } = useQuery(`jobs ${query}`, (signal) => loadJobs(server, query, signal));
  return (
    <>
      <Field
        label={context.search}
        type="search"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-3 h-72 overflow-y-auto" aria-busy={value === undefined}>
        {failure !== undefined && <Banner look="alarm">{sayFailure(failure, words)}</Banner>}
        {value === undefined && failure === undefined && <Spinner label={context.searching} />}
        {value?.jobs.length === 0 && <p className="text-sm text-soft">{context.noJobs}</p>}
        <ul>
          {value?.jobs.map(({ id, title, company, location }) => (
            <li key={id}>
              <button
                type="button"
                className="w-full rounded-md px-2 py-1.5 text-left text-sm hover:bg-sunken"
                onClick={() => onPick(id)}
              >
                <span className="block truncate font-medium">{title}</span>
                <span className="block truncate text-xs text-soft">
                  {[company, location].filter((each) => each !== null && each !== '').join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
