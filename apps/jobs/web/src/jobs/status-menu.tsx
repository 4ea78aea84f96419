import { ChoiceMenu } from '@posthouse/components';
import { JOB_STATUSES, type JobStatus, type JobSummary } from '../api/job.ts';
import { useWords } from '../words/use-words.ts';
import { StatusMark } from './status-mark.tsx';

type StatusMenuProps = { job: JobSummary; onMove: (status: JobStatus) => void };

/** The status of a job, and the way to another one. */
export function StatusMenu({ job, onMove }: StatusMenuProps) {
  const { jobs: words } = useWords();
  return (
    <ChoiceMenu
      label={`${words.statusOf(job.title)}: ${words.statuses[job.status]}`}
      value={job.status}
      options={JOB_STATUSES.map((value) => ({ value, title: words.statuses[value] }))}
      onChoose={(status) => status !== job.status && onMove(status)}
      className="-mx-1.5"
    >
      <StatusMark status={job.status} />
    </ChoiceMenu>
  );
}
