import { Badge, Card } from '@posthouse/components';
import type { ReactNode } from 'react';
import type { Job } from '../api/job.ts';
import { Day } from '../words/day.tsx';
import { useLanguage, useWords } from '../words/use-words.ts';
import { toPay } from './job-facts.ts';

/** What is known about the job beside its description. */
export function FactsCard({ job }: { job: Job }) {
  const words = useWords();
  const { language } = useLanguage();
  const { detail, workplaces, sources, employments, levels } = words.jobs;
  const day = (at: string | null): ReactNode => (at === null ? null : <Day at={at} />);
  const facts: [string, ReactNode][] = [
    [detail.company, job.company],
    [detail.location, job.location],
    [detail.workplace, job.workplace === null ? null : workplaces[job.workplace]],
    [detail.pay, toPay(job, words, language) ?? null],
    [detail.employment, nameOf(job.employmentType, employments)],
    [detail.seniority, nameOf(job.seniority, levels)],
    [detail.posted, day(job.postedAt)],
    [detail.until, day(job.validThrough)],
    [detail.applied, day(job.appliedAt)],
    [detail.source, sources[job.source] ?? job.source],
    [detail.tags, job.tags.length === 0 ? null : job.tags.join(', ')],
  ];
  return (
    <Card aria-label={detail.facts} className="p-3 text-sm">
      <h2 className="sr-only">{detail.facts}</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts
          .filter(([, fact]) => fact !== null && fact !== '')
          .map(([name, fact]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-soft">{name}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">{fact}</dd>
            </div>
          ))}
      </dl>
      <h2 className="mt-3 font-medium">{detail.skills}</h2>
      {job.foundSkills.length === 0 ? (
        <p className="text-soft">{detail.noSkills}</p>
      ) : (
        <ul className="mt-1 flex flex-wrap gap-1">
          {job.foundSkills.map(({ name, required }) => (
            <li key={name}>
              <Badge tone={required ? 'accent' : 'neutral'}>
                {name}
                <span className="font-normal">· {required ? detail.required : detail.welcome}</span>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A word of the server in the language of the reader. What is not known is shown as it is. */
function nameOf(word: string | null, names: Record<string, string>): string | null {
  return word === null ? null : (names[word] ?? word);
}
