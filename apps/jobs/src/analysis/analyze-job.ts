import { hashOf } from '../database/hash-of.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { type JobRow, jobAnalyses, type ResumeRow } from '../database/schema.ts';
import type { AnalysisEngine } from '../engines/analysis-engine.ts';
import type { AnalysisResult } from '../engines/analysis-engine.ts';
import { askEngines } from '../engines/ask-engines.ts';
import type { EngineChoice } from '../engines/choose-engine.ts';
import type { Language } from '../errors/language.ts';
import { requireDescription } from '../ingest/require-description.ts';
import { findJob } from '../jobs/find-job.ts';
import { keepScore } from '../jobs/score-job.ts';
import { toPosting } from '../jobs/to-posting.ts';
import { chooseResume, chooseText } from '../resumes/find-resume.ts';
import type { OwnerServices } from '../services/services.ts';
import { type AnalysisView, toAnalysisView } from './analysis-view.ts';
import { findAnalysis } from './find-analysis.ts';

export type AnalyzeOptions = {
  resumeId?: number | undefined;
  /** Think again, even if nothing has changed. */
  forceRefresh?: boolean | undefined;
  engine?: EngineChoice | undefined;
  language?: Language;
  signal?: AbortSignal | undefined;
};

/**
 * Compares a job with a resume (the default one unless named), and keeps what comes out: the same question is answered
 * from memory until the posting, the resume or the engine changes. A job without a description is enriched first.
 */
export async function analyzeJob(
  services: OwnerServices,
  jobId: number,
  options: AnalyzeOptions = {},
): Promise<AnalysisView> {
  const { engine: choice, signal, language = 'en' } = options;
  const resume = chooseText(services, options.resumeId);
  const job = await requireDescription(services, findJob(services, jobId), signal);
  const engines = { offline: services.engines.offline.analysis, llm: services.engines.llm?.analysis };
  return await askEngines({ choice, engines, signal }, async (engine, failure) => {
    const analysis = await ask(services, { engine, job, resume, options });
    return failure === undefined ? analysis : { ...analysis, warnings: [failure.text(language)] };
  });
}

type Question = { engine: AnalysisEngine; job: JobRow; resume: ResumeRow; options: AnalyzeOptions };

async function ask(services: OwnerServices, { engine, job, resume, options }: Question): Promise<AnalysisView> {
  const { language = 'en', forceRefresh = false, signal } = options;
  const posting = toPosting(job);
  const promptHash = hashOf(engine.name, engine.version, engine.model, language, posting, resume.contentHash);
  const known = forceRefresh ? undefined : findAnalysis(services, job.id, resume.id, promptHash);
  if (known !== undefined) return known;
  const today = services.now().toISOString().slice(0, 10);
  const result = await engine.analyze({ posting, resume: resume.content, language, today, signal });
  signal?.throwIfAborted();
  return keep(services, { engine, job, resume, promptHash, result });
}

type Outcome = Omit<Question, 'options'> & { promptHash: string; result: AnalysisResult };

function keep(services: OwnerServices, { engine, job, resume, promptHash, result }: Outcome): AnalysisView {
  const createdAt = services.now().toISOString();
  return inTransaction(services.database, () => {
    // Both may have been deleted while the engine was thinking.
    findJob(services, job.id);
    const { isDefault } = chooseResume(services, resume.id);
    const row = services.database.db
      .insert(jobAnalyses)
      .values({
        ownerId: services.ownerId,
        jobId: job.id,
        resumeId: resume.id,
        engine: engine.name,
        model: engine.model,
        promptHash,
        result,
        createdAt,
      })
      .onConflictDoUpdate({
        target: [jobAnalyses.ownerId, jobAnalyses.jobId, jobAnalyses.resumeId, jobAnalyses.promptHash],
        set: { result, createdAt },
      })
      .returning()
      .get();
    if (isDefault && result.overallScore !== null) {
      const scoreSource = engine.name === 'llm' ? 'llm' : 'keyword';
      keepScore(services, job.id, { score: result.overallScore, scoreSource, scoreFor: resume.contentHash });
    }
    return toAnalysisView(row, false);
  });
}
