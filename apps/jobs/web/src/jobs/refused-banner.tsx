import { Banner, Button } from '@posthouse/components';
import { X } from 'lucide-react';
import { sayFailure } from '../words/say-failure.ts';
import { useWords } from '../words/use-words.ts';
import type { JobChanges } from './use-job-changes.ts';

/** Says which change was taken back, and why. */
export function RefusedBanner({ refused, forgetRefused }: Pick<JobChanges, 'refused' | 'forgetRefused'>) {
  const words = useWords();
  if (refused === undefined) return null;
  const close = (
    <Button look="quiet" icon aria-label={words.shell.close} onClick={forgetRefused}>
      <X aria-hidden className="size-4" />
    </Button>
  );
  return (
    <Banner look="alarm" action={close}>
      {words.jobs.notChanged(refused.job.title, sayFailure(refused.failure, words))}
    </Banner>
  );
}
