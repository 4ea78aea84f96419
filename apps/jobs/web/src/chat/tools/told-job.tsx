import { toFragment } from '../../routing/route.ts';
import { useWords } from '../../words/use-words.ts';
import type { NamedJob } from './finding.ts';

/** A job in a line, which leads to it. */
export function ToldJob({ job: { id, title, company, place, score } }: { job: NamedJob }) {
  const { findings } = useWords().chat;
  const facts = [company, place].filter((fact) => fact !== '').join(' · ');
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <a
        href={toFragment({ view: 'jobs', path: [String(id)] })}
        className="min-w-0 truncate text-accent underline underline-offset-2"
      >
        {title === '' ? `#${id}` : title}
      </a>
      <span className="min-w-0 flex-1 truncate text-soft">{facts}</span>
      {score !== undefined && <span className="shrink-0 text-xs text-soft tabular-nums">{findings.score(score)}</span>}
    </span>
  );
}
