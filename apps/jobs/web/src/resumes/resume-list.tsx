import { Badge, joinClasses } from '@posthouse/components';
import type { ResumeSummary } from '../api/resume.ts';
import { toFragment } from '../routing/route.ts';
import { useWords } from '../words/use-words.ts';

type ResumeListProps = { resumes: readonly ResumeSummary[]; chosen: number | undefined };

/** The resumes by name. Which one is the default, and which could not be read, is said with each. */
export function ResumeList({ resumes, chosen }: ResumeListProps) {
  const { resumes: words } = useWords();
  return (
    <ul aria-label={words.list} className="flex flex-col gap-1">
      {resumes.map((resume) => (
        <li key={resume.id}>
          <a
            href={toFragment({ view: 'resumes', path: [String(resume.id)] })}
            aria-current={resume.id === chosen ? 'true' : undefined}
            className={joinClasses(
              'block rounded-md border px-3 py-2 text-sm',
              resume.id === chosen
                ? 'border-line bg-card md:bg-accent-paper'
                : 'border-line bg-card hover:bg-sunken md:border-transparent md:bg-transparent',
            )}
          >
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 [overflow-wrap:anywhere] font-medium">{resume.name}</span>
              {resume.isDefault && <Badge>{words.isDefault}</Badge>}
              <ParseBadge resume={resume} />
            </span>
            <span className="mt-0.5 block text-xs text-soft">
              {words.characters(resume.charCount)} · {words.uses(resume.useCount)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function ParseBadge({ resume: { parseStatus } }: { resume: ResumeSummary }) {
  const { statuses } = useWords().resumes;
  if (parseStatus === 'success') return null;
  return <Badge tone={parseStatus === 'failed' ? 'alarm' : 'ask'}>{statuses[parseStatus]}</Badge>;
}
