import { type JobStatus, type JobSummary } from '../api/job.ts';
import { useLanguage, useWords } from '../words/use-words.ts';
import { toFactLine } from './job-facts.ts';
import { toShortDay } from './short-day.ts';
import { ScoreMark } from './score-mark.tsx';
import { StarButton } from './star-button.tsx';
import { StatusMenu } from './status-menu.tsx';

type JobLineProps = {
  job: JobSummary;
  href: string;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onChange: (change: { status: JobStatus } | { starred: boolean }) => void;
};

/** A job in the list. */
export function JobLine({ job, href, selected, onSelect, onChange }: JobLineProps) {
  const words = useWords();
  const { language } = useLanguage();
  const { title, matchScore, scoreSource, postedAt, createdAt } = job;
  const date = new Date(postedAt ?? createdAt).toLocaleDateString(language, { dateStyle: 'medium' });
  return (
    <li className="flex items-start gap-1 px-2 py-2 hover:bg-sunken sm:gap-2 sm:px-3">
      <span className="flex h-8 items-center">
        <input
          type="checkbox"
          aria-label={words.jobs.select(title)}
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
          className="size-4 accent-accent"
        />
      </span>
      <StarButton job={job} onStar={(starred) => onChange({ starred })} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
        <div className="w-full py-1 lg:w-auto lg:flex-1">
          <a href={href} className="font-medium [overflow-wrap:anywhere] hover:underline">
            {title}
          </a>
          <p className="text-soft [overflow-wrap:anywhere]">{toFactLine(job, words, language)}</p>
        </div>
        <span className="lg:w-24 lg:text-right">
          <ScoreMark score={matchScore} source={scoreSource} />
        </span>
        <span className="lg:w-38 lg:pl-4">
          <StatusMenu job={job} onMove={(status) => onChange({ status })} />
        </span>
        <time
          dateTime={postedAt ?? createdAt}
          title={postedAt === null ? words.jobs.added(date) : words.jobs.posted(date)}
          className="whitespace-nowrap text-soft lg:w-26 lg:text-right"
        >
          {toShortDay(postedAt ?? createdAt, language)}
        </time>
      </div>
    </li>
  );
}
