/** A job as a finding names it. */
export type NamedJob = { id: number; title: string; company: string; place: string; score: number | undefined };

/** What a call of a tool has brought, as far as the page has a form for it. */
export type Finding =
  | { kind: 'jobs'; jobs: NamedJob[]; total: number; failed: number }
  | { kind: 'read'; job: NamedJob; changed: number }
  | { kind: 'analysis'; job: NamedJob; fit: string; summary: string; has: string[]; lacks: string[] }
  | {
      kind: 'tailored';
      job: NamedJob;
      resumeId: number;
      version: number;
      added: number;
      removed: number;
      notes: string[];
    }
  | { kind: 'versions'; jobId: number; versions: { version: number; resumeId: number }[] }
  | { kind: 'resumes'; resumes: { id: number; name: string; isDefault: boolean }[] };

type Thing = Readonly<Record<string, unknown>>;

const MAX_ITEMS_SHOWN = 50;

/**
 * Reads what a tool has answered. The answer has come through a model's hands and may be of any shape: what does not fit is
 * left out, and undefined means that there is nothing to show in a form of its own.
 */
export function toFinding(tool: string, output: unknown): Finding | undefined {
  if (!isThing(output)) return undefined;
  switch (tool) {
    case 'jobs_search':
    case 'jobs_list':
      return toJobs(output.jobs, output.total);
    case 'jobs_analyze':
      return toJobs(output.results, undefined, things(output.failed).length);
    case 'jobs_enrich':
      return toRead(output);
    case 'jobs_analyze_single':
      return toAnalysis(output, output.analysis);
    case 'jobs_prescore':
      return toAnalysis(output, output);
    case 'jobs_tailor':
      return toTailored(output);
    case 'jobs_get_tailored_versions':
      return toVersions(output);
    case 'resume_list':
      return toResumes(output.resumes);
    case 'resume_get':
    case 'resume_get_default':
      return toResumes([output.resume]);
    default:
      return undefined;
  }
}

function toJobs(list: unknown, total: unknown, failed = 0): Finding | undefined {
  if (!Array.isArray(list)) return undefined;
  const jobs = things(list).flatMap((job) => toJob(job) ?? []);
  return { kind: 'jobs', jobs, total: Math.max(jobs.length, number(total) ?? 0), failed };
}

function toRead({ job, changed }: Thing): Finding | undefined {
  const found = isThing(job) ? toJob(job) : undefined;
  return found === undefined ? undefined : { kind: 'read', job: found, changed: texts(changed).length };
}

function toAnalysis(names: Thing, analysis: unknown): Finding | undefined {
  if (!isThing(analysis)) return undefined;
  const job = toJob({ ...analysis, ...names, overallScore: analysis.overallScore, jobId: analysis.jobId });
  if (job === undefined) return undefined;
  const gaps = things(analysis.gaps).flatMap(({ skill }) => texts([skill]));
  return {
    kind: 'analysis',
    job,
    fit: text(analysis.fit),
    summary: text(analysis.summary),
    has: [...texts(analysis.strengths), ...texts(analysis.matched)],
    lacks: [...gaps, ...texts(analysis.missing)],
  };
}

function toTailored({ tailored, title, company }: Thing): Finding | undefined {
  if (!isThing(tailored)) return undefined;
  const job = toJob({ id: tailored.jobId, title, company });
  const resumeId = number(tailored.resumeId);
  const version = number(tailored.version);
  if (job === undefined || resumeId === undefined || version === undefined) return undefined;
  const diff = isThing(tailored.diff) ? tailored.diff : {};
  const [added = 0, removed = 0] = [number(diff.added), number(diff.removed)];
  return { kind: 'tailored', job, resumeId, version, added, removed, notes: texts(tailored.warnings) };
}

function toVersions({ jobId, versions }: Thing): Finding | undefined {
  const id = number(jobId);
  if (id === undefined || !Array.isArray(versions)) return undefined;
  const known = things(versions).flatMap((each) => {
    const [version, resumeId] = [number(each.version), number(each.resumeId)];
    return version === undefined || resumeId === undefined ? [] : [{ version, resumeId }];
  });
  return { kind: 'versions', jobId: id, versions: known };
}

function toResumes(list: unknown): Finding | undefined {
  if (!Array.isArray(list)) return undefined;
  const resumes = things(list).flatMap(({ id, name, isDefault }) => {
    const known = number(id);
    return known === undefined ? [] : [{ id: known, name: text(name), isDefault: isDefault === true }];
  });
  return { kind: 'resumes', resumes };
}

function toJob(job: Thing): NamedJob | undefined {
  const id = number(job.id) ?? number(job.jobId);
  if (id === undefined) return undefined;
  const score = number(job.matchScore) ?? number(job.overallScore) ?? number(job.score);
  return { id, title: text(job.title), company: text(job.company), place: text(job.location), score };
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function things(value: unknown): Thing[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS_SHOWN).filter(isThing) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS_SHOWN).filter((each) => typeof each === 'string') : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Ids, counts and scores are all whole numbers from nothing on, or nearly. */
function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}
