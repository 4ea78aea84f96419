import type { EngineName } from '../database/schema.ts';
import type { Language } from '../http/language.ts';
import type { Posting } from '../postings/posting.ts';
import type { AnalysisResult } from './analysis-view.ts';
import { analyzeOffline } from './analyze-offline.ts';

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

/** The engine that needs nobody: rules. */
export const offlineAnalysis: AnalysisEngine = {
  name: 'offline',
  model: null,
  version: 'rules-1',
  analyze: async ({ posting, resume, language, today }) => analyzeOffline({ posting, resume, language, today }),
};
