import { hashOf } from '../database/hash-of.ts';
import type { JobRow, ResumeRow, TailoredRow } from '../database/schema.ts';
import { askEngines } from '../engines/ask-engines.ts';
import type { EngineChoice } from '../engines/choose-engine.ts';
import type { TailoredText, TailoringEngine, TailoringRequest } from '../engines/tailoring-engine.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';
import { requireDescription } from '../ingest/require-description.ts';
import { findJob } from '../jobs/find-job.ts';
import { toPosting } from '../jobs/to-posting.ts';
import { chooseText } from '../resumes/find-resume.ts';
import { countUse } from '../resumes/save-resume.ts';
import type { OwnerServices } from '../services/services.ts';
import { findFabrications, type Violation } from './find-fabrications.ts';
import { addVersion, listVersions } from './versions.ts';

export type TailorOptions = {
  resumeId?: number | undefined;
  /** Another version, even if nothing has changed. */
  forceNew?: boolean | undefined;
  instructions?: string | undefined;
  engine?: EngineChoice | undefined;
  language?: Language;
  signal?: AbortSignal | undefined;
};

/**
 * Writes a version of a resume for a job, and keeps it only if it says nothing that the resume does not say. The same
 * request gives the version that is there, until the posting, the resume or the engine changes.
 */
export async function tailorJob(
  services: OwnerServices,
  jobId: number,
  options: TailorOptions = {},
): Promise<{ row: TailoredRow; isNew: boolean }> {
  const { engine: choice, signal, language = 'en' } = options;
  const resume = chooseText(services, options.resumeId);
  const job = await requireDescription(services, findJob(services, jobId), signal);
  const engines = { offline: services.engines.offline.tailoring, llm: services.engines.llm?.tailoring };
  return await askEngines({ choice, engines, signal }, async (engine, failure) => {
    const warnings = failure === undefined ? [] : [failure.text(language)];
    return await ask(services, { engine, job, resume, options, warnings });
  });
}

type Question = {
  engine: TailoringEngine;
  job: JobRow;
  resume: ResumeRow;
  options: TailorOptions;
  /** Why this is not the engine that was wanted first. */
  warnings: readonly string[];
};

async function ask(services: OwnerServices, question: Question): Promise<{ row: TailoredRow; isNew: boolean }> {
  const { engine, job, resume, options, warnings: before } = question;
  const { language = 'en', instructions, signal } = options;
  const posting = toPosting(job);
  const { name, version, model } = engine;
  const promptHash = hashOf(name, version, model, language, posting, resume.contentHash, instructions ?? null);
  const known =
    options.forceNew === true
      ? undefined
      : listVersions(services, job.id, resume.id).find((row) => row.promptHash === promptHash);
  if (known !== undefined) return { row: known, isNew: false };

  const request: TailoringRequest = { resume: resume.content, posting, instructions, language, signal };
  const { content, suggestions, warnings } = await tailorHonestly(engine, request);
  signal?.throwIfAborted();
  const row = addVersion(services, {
    jobId: job.id,
    resumeId: resume.id,
    contentMd: content,
    suggestions,
    warnings: [...before, ...warnings],
    engine: name,
    model,
    promptHash,
  });
  countUse(services, resume.id);
  return { row, isNew: true };
}

/** What the engine writes, if it is true; an engine that makes things up gets one more chance. */
async function tailorHonestly(engine: TailoringEngine, request: TailoringRequest): Promise<TailoredText> {
  const { resume: original, language } = request;
  let violations: Violation[] = [];
  // Rules give the same answer every time.
  const attempts = engine.name === 'llm' ? 2 : 1;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const refused = violations.map(({ text }) => text);
    const answer = await engine.tailor(attempt === 0 ? request : { ...request, refused });
    violations = findFabrications({ original, tailored: answer.content, language });
    if (violations.length === 0) return answer;
  }
  const what = [...new Set(violations.map(({ value }) => value))].slice(0, 5).join(', ');
  const details = violations.slice(0, 20).map(({ text: message }) => ({ path: 'content', message }));
  throw new JobsError('fabrication', { values: { what }, details });
}
