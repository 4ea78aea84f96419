import { Button, Checkbox, Choice, Dialog, Field } from '@posthouse/components';
import { type FormEvent, useState } from 'react';
import { JOB_STATUSES, type JobStatus } from '../../api/job.ts';
import { useWords } from '../../words/use-words.ts';
import { type Filters, tidyFilters } from './chat-context.ts';

type FilterPickerProps = {
  open: boolean;
  onClose: () => void;
  /** Gets nothing when no filter was set. */
  onPick: (filters: Filters | undefined) => void;
};

/** Lets the reader say which jobs they are talking about. */
export function FilterPicker({ open, onClose, onPick }: FilterPickerProps) {
  const { chat, shell } = useWords();
  return (
    <Dialog title={chat.context.pickFilters} closeLabel={shell.close} open={open} onClose={onClose}>
      <FilterForm onPick={onPick} />
    </Dialog>
  );
}

function FilterForm({ onPick }: Pick<FilterPickerProps, 'onPick'>) {
  const { chat, jobs } = useWords();
  const { context: words } = chat;
  const [search, setSearch] = useState('');
  const [location, setLocation] = useState('');
  const [status, setStatus] = useState<JobStatus | ''>('');
  const [remote, setRemote] = useState(false);
  const [starred, setStarred] = useState(false);
  const use = (event: FormEvent): void => {
    event.preventDefault();
    onPick(
      tidyFilters({
        search,
        location,
        ...(status === '' ? {} : { status }),
        ...(remote ? { remote } : {}),
        ...(starred ? { starred } : {}),
      }),
    );
  };
  return (
    <form onSubmit={use} className="flex flex-col gap-3">
      <Field
        label={words.keywords}
        maxLength={200}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Field
        label={words.location}
        maxLength={200}
        value={location}
        onChange={(event) => setLocation(event.target.value)}
      />
      <Choice label={words.status} value={status} onChange={(event) => setStatus(event.target.value as JobStatus | '')}>
        <option value="">{words.anyStatus}</option>
        {JOB_STATUSES.map((each) => (
          <option key={each} value={each}>
            {jobs.statuses[each]}
          </option>
        ))}
      </Choice>
      <div className="flex flex-wrap gap-4">
        <Checkbox label={words.remoteOnly} checked={remote} onChange={setRemote} />
        <Checkbox label={words.starredOnly} checked={starred} onChange={setStarred} />
      </div>
      <Button type="submit" look="primary" className="self-end">
        {words.use}
      </Button>
    </form>
  );
}
