import { Button, joinClasses } from '@posthouse/components';
import { Star } from 'lucide-react';
import type { JobSummary } from '../api/job.ts';
import { useWords } from '../words/use-words.ts';

type StarButtonProps = { job: JobSummary; onStar: (starred: boolean) => void };

/** Stars a job, or removes the star. */
export function StarButton({ job: { title, starred }, onStar }: StarButtonProps) {
  const { jobs: words } = useWords();
  return (
    <Button look="quiet" icon aria-label={words.star(title)} aria-pressed={starred} onClick={() => onStar(!starred)}>
      <Star aria-hidden className={joinClasses('size-4', starred && 'fill-ask text-ask')} />
    </Button>
  );
}
