import { z } from 'zod';
import type { jobAnalyses } from '../database/schema.ts';
import { type AnalysisResult, analysisResult } from '../engines/analysis-engine.ts';

/** An analysis as it is kept and shown. */
export const analysisView = analysisResult
  .extend({
    id: z.number().int(),
    jobId: z.number().int(),
    resumeId: z.number().int(),
    engine: z.enum(['llm', 'offline']),
    model: z.string().nullable(),
    cached: z.boolean(),
    warnings: z.array(z.string()).optional().meta({ description: 'Why this is not what was wanted first.' }),
    createdAt: z.string(),
  })
  .meta({ id: 'Analysis' });
export type AnalysisView = z.infer<typeof analysisView>;

/** Shows an analysis. */
export function toAnalysisView(row: typeof jobAnalyses.$inferSelect, cached: boolean): AnalysisView {
  const { id, jobId, resumeId, engine, model, createdAt } = row;
  return { id, jobId, resumeId, ...(row.result as AnalysisResult), engine, model, cached, createdAt };
}
