import { z } from 'zod';
import type { EngineName } from '../database/schema.ts';
import type { Language } from '../errors/language.ts';
import type { Posting } from '../postings/posting.ts';

/** What an engine says about a posting and a resume. */
export const analysisResult = z.object({
  /** Null, with `fit`, if the posting names no skill: there is nothing to compare. */
  overallScore: z.number().int().min(0).max(100).nullable(),
  fit: z.enum(['High', 'Medium', 'Low']).nullable(),
  strengths: z.array(z.string()),
  gaps: z.array(z.object({ skill: z.string(), required: z.boolean() })),
  suggestions: z.array(z.string()),
  redFlags: z.array(z.string()),
  highlights: z.array(z.string()),
  summary: z.string(),
});
export type AnalysisResult = z.infer<typeof analysisResult>;

export type AnalysisRequest = {
  posting: Posting;
  /** The text of the resume, in markdown. */
  resume: string;
  language: Language;
  /** The day it is, for rules about dates. */
  today: string;
  signal?: AbortSignal | undefined;
};

/** Who compares a posting with a resume. What it says is kept as long as nothing it was made from changes. */
export type AnalysisEngine = {
  readonly name: EngineName;
  readonly model: string | null;
  /** Changes when the same question would get another answer. */
  readonly version: string;
  analyze(request: AnalysisRequest): Promise<AnalysisResult>;
};
