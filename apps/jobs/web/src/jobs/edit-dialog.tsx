import { Button, Choice, Dialog, Field, Spinner, TextField, useAction, useServer } from '@posthouse/components';
import { useState } from 'react';
import { changeJob, type Job } from '../api/job.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { type JobForm, toChange, toForm } from './edit-form.ts';

const PERIODS = ['hour', 'day', 'week', 'month', 'year'];
const REMOTE = ['unknown', 'yes', 'no'] as const;

type EditDialogProps = { job: Job; onClose: () => void; onSaved: (job: Job) => void };

/** Everything about a job that its reader may know better. */
export default function EditDialog({ job, onClose, onSaved }: EditDialogProps) {
  const server = useServer();
  const { jobs, shell } = useWords();
  const words = jobs.detail;
  const [form, setForm] = useState(() => toForm(job));
  const { busy, failure, run } = useAction();
  const field = (name: keyof JobForm) => ({
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  });
  const save = async (): Promise<void> => {
    const change = toChange(job, form);
    if (change === undefined) onClose();
    else onSaved(await changeJob(server, job.id, change));
  };
  return (
    <Dialog title={words.editTitle} closeLabel={shell.close} open onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(save);
        }}
        className="grid grid-cols-2 gap-3"
      >
        <Field label={words.title} required maxLength={500} className="col-span-2" {...field('title')} />
        <Field label={words.company} required maxLength={500} {...field('company')} />
        <Field label={words.location} maxLength={500} {...field('location')} />
        <Field label={words.url} type="url" className="col-span-2" {...field('url')} />
        <Choice label={words.remote} {...field('remote')}>
          {REMOTE.map((each) => (
            <option key={each} value={each}>
              {words.remoteChoices[each]}
            </option>
          ))}
        </Choice>
        <Field label={words.tags} hint={words.tagsHint} {...field('tags')} />
        <Field label={words.payFrom} type="number" min={0} step="any" {...field('payFrom')} />
        <Field label={words.payTo} type="number" min={0} step="any" {...field('payTo')} />
        <Field label={words.currency} hint={words.currencyHint} pattern="[A-Za-z]{3}" {...field('currency')} />
        <Choice label={words.period} {...field('period')}>
          <option value="">{words.noPeriod}</option>
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              {jobs.periods[each]}
            </option>
          ))}
        </Choice>
        <TextField label={words.description} rows={10} className="col-span-2" {...field('description')} />
        <div className="col-span-2">
          <FailureBanner failure={failure} />
        </div>
        <div className="col-span-2 flex items-center justify-end gap-2">
          <Spinner label={shell.loading} active={busy} />
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button look="primary" type="submit" disabled={busy}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
