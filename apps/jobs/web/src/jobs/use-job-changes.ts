import { useServer } from '@posthouse/components';
import { useCallback, useRef, useState } from 'react';
import { changeJob, type Job, type JobSummary } from '../api/job.ts';
import { ChangeQueue } from './change-queue.ts';
import type { PendingChange } from './pending-changes.ts';

export type JobChanges = {
  /** Changes that are shown already although the server has not confirmed them. */
  pending: readonly PendingChange[];
  change: (job: JobSummary, change: PendingChange['change']) => void;
  /** The last change that was refused, and which is shown no longer. */
  refused: { job: JobSummary; failure: unknown } | undefined;
  forgetRefused: () => void;
};

/** Lets the reader move and star jobs without waiting. What the server refuses is taken back and told. */
export function useJobChanges(onChanged: (job: Job) => void): JobChanges {
  const server = useServer();
  const [pending, setPending] = useState<readonly PendingChange[]>([]);
  const [refused, setRefused] = useState<JobChanges['refused']>();
  const [queue] = useState(() => new ChangeQueue());
  const last = useRef(0);
  const change = useCallback(
    (job: JobSummary, wanted: PendingChange['change']) => {
      const number = (last.current += 1);
      setRefused(undefined);
      setPending((before) => [...before, { number, id: job.id, change: wanted }]);
      const end = (): void => setPending((before) => before.filter((each) => each.number !== number));
      queue
        .run(job.id, () => changeJob(server, job.id, wanted))
        .then(
          (changed) => {
            // Both at once, so that nobody sees the job as it was.
            onChanged(changed);
            end();
          },
          (failure: unknown) => {
            setRefused({ job, failure });
            end();
          },
        );
    },
    [server, queue, onChanged],
  );
  const forgetRefused = useCallback(() => setRefused(undefined), []);
  return { pending, change, refused, forgetRefused };
}
