import { joinClasses } from '@posthouse/components';
import { useState } from 'react';
import type { JobStatus, JobSummary } from '../api/job.ts';
import { useLanguage, useWords } from '../words/use-words.ts';
import { toFactLine } from './job-facts.ts';
import { ScoreMark } from './score-mark.tsx';
import { StarButton } from './star-button.tsx';
import { StatusMenu } from './status-menu.tsx';

type BoardCardProps = {
  job: JobSummary;
  href: string;
  /** The type under which the number of the job is carried. */
  carried: string;
  onMove: (status: JobStatus) => void;
  onStar: (starred: boolean) => void;
};

/** A job on the board. */
export function BoardCard({ job, href, carried, onMove, onStar }: BoardCardProps) {
  const words = useWords();
  const { language } = useLanguage();
  const [dragged, setDragged] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu below does the same
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(carried, String(job.id));
        event.dataTransfer.effectAllowed = 'move';
        setDragged(true);
      }}
      onDragEnd={() => setDragged(false)}
      className={joinClasses(
        'cursor-grab rounded-md border border-line bg-card p-2 text-sm active:cursor-grabbing',
        dragged && 'opacity-50',
      )}
    >
      <div className="flex items-start gap-1">
        {/* The card is what is dragged; a link inside would be dragged as an address. */}
        <a
          href={href}
          draggable={false}
          className="min-w-0 flex-1 py-1 font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {job.title}
        </a>
        <StarButton job={job} onStar={onStar} />
      </div>
      <p className="text-soft [overflow-wrap:anywhere]">{toFactLine(job, words, language)}</p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-1 pl-1.5">
        <StatusMenu job={job} onMove={onMove} />
        <ScoreMark score={job.matchScore} source={job.scoreSource} />
      </div>
    </li>
  );
}
