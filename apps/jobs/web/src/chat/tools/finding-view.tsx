import { Badge } from '@posthouse/components';
import { useState } from 'react';
import { toFragment } from '../../routing/route.ts';
import { useWords } from '../../words/use-words.ts';
import type { Finding } from './finding.ts';
import { ToldJob } from './told-job.tsx';

const MAX_JOBS_SHOWN = 5;
const LINK = 'text-accent underline underline-offset-2';

/** What a tool has brought, as what it is. All of it is shown as text, whatever it says. */
export function FindingView({ finding }: { finding: Finding }) {
  switch (finding.kind) {
    case 'jobs':
      return <Jobs finding={finding} />;
    case 'read':
      return <Read finding={finding} />;
    case 'analysis':
      return <Analysis finding={finding} />;
    case 'tailored':
      return <Tailored finding={finding} />;
    case 'versions':
      return <Versions finding={finding} />;
    default:
      return <Resumes finding={finding} />;
  }
}

type Kind<Name extends Finding['kind']> = { finding: Extract<Finding, { kind: Name }> };

function Jobs({ finding: { jobs, total, failed } }: Kind<'jobs'>) {
  const { findings } = useWords().chat;
  const [all, setAll] = useState(false);
  const shown = all ? jobs : jobs.slice(0, MAX_JOBS_SHOWN);
  return (
    <div>
      <p className="text-xs text-soft">
        {total === 0 ? findings.none : findings.jobs(jobs.length, total)}
        {failed > 0 && ` · ${findings.failed(failed)}`}
      </p>
      <ul className="mt-1 flex flex-col gap-0.5">
        {shown.map((job) => (
          <li key={job.id}>
            <ToldJob job={job} />
          </li>
        ))}
      </ul>
      {shown.length < jobs.length && (
        <button type="button" className={`mt-1 text-xs ${LINK}`} onClick={() => setAll(true)}>
          {findings.more(jobs.length - shown.length)}
        </button>
      )}
    </div>
  );
}

function Read({ finding: { job, changed } }: Kind<'read'>) {
  const { findings } = useWords().chat;
  return (
    <div>
      <ToldJob job={job} />
      <p className="text-xs text-soft">{findings.changed(changed)}</p>
    </div>
  );
}

const TONES = { High: 'done', Medium: 'ask', Low: 'alarm' } as const;

function Analysis({ finding: { job, fit, summary, has, lacks } }: Kind<'analysis'>) {
  const { findings } = useWords().chat;
  const known = fit === 'High' || fit === 'Medium' || fit === 'Low' ? fit : undefined;
  return (
    <div className="flex flex-col gap-1">
      <ToldJob job={{ ...job, score: undefined }} />
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={known === undefined ? 'neutral' : TONES[known]}>
          {job.score === undefined ? findings.noScore : findings.score(job.score)}
          {known !== undefined && ` · ${findings.fits[known]}`}
        </Badge>
      </p>
      {summary !== '' && <p>{summary}</p>}
      <Skills title={findings.has} sign="+" names={has} />
      <Skills title={findings.lacks} sign="−" names={lacks} />
    </div>
  );
}

function Skills({ title, sign, names }: { title: string; sign: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="text-xs text-soft">
      <span className="font-medium text-ink">
        {sign} {title}:
      </span>{' '}
      {names.join(' · ')}
    </p>
  );
}

function toVersionPlace(jobId: number, resumeId: number, version: number): string {
  const query = { resume: String(resumeId), version: String(version) };
  return toFragment({ view: 'tailor', path: [String(jobId)], query });
}

function Tailored({ finding: { job, resumeId, version, added, removed, notes } }: Kind<'tailored'>) {
  const { findings } = useWords().chat;
  return (
    <div className="flex flex-col gap-1">
      <ToldJob job={job} />
      <p>
        {findings.version(version)} · {findings.changes(added, removed)} ·{' '}
        <a href={toVersionPlace(job.id, resumeId, version)} className={LINK}>
          {findings.openVersion}
        </a>
      </p>
      {notes.map((note, index) => (
        <p key={index} className="text-xs text-soft">
          {note}
        </p>
      ))}
    </div>
  );
}

function Versions({ finding: { jobId, versions } }: Kind<'versions'>) {
  const { findings } = useWords().chat;
  if (versions.length === 0) return <p className="text-xs text-soft">{findings.none}</p>;
  return (
    <ul className="flex flex-wrap gap-x-3">
      {versions.map(({ version, resumeId }) => (
        <li key={`${resumeId} ${version}`}>
          <a href={toVersionPlace(jobId, resumeId, version)} className={LINK}>
            {findings.version(version)}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Resumes({ finding: { resumes } }: Kind<'resumes'>) {
  const { findings, context } = useWords().chat;
  if (resumes.length === 0) return <p className="text-xs text-soft">{findings.none}</p>;
  return (
    <ul className="flex flex-col gap-0.5">
      {resumes.map(({ id, name, isDefault }) => (
        <li key={id} className="flex min-w-0 items-baseline gap-2">
          <a href={toFragment({ view: 'resumes', path: [String(id)] })} className={`min-w-0 truncate ${LINK}`}>
            {name === '' ? `#${id}` : name}
          </a>
          {isDefault && <Badge>{context.isDefault}</Badge>}
        </li>
      ))}
    </ul>
  );
}
