import type { Server } from '@posthouse/components';

/** Who makes something: rules, a language model, or whichever there is. */
export const ENGINES = ['auto', 'offline', 'llm'] as const;
export type Engine = (typeof ENGINES)[number];

/** What an engine says about a job and a resume. */
export type Analysis = {
  id: number;
  jobId: number;
  resumeId: number;
  overallScore: number | null;
  fit: 'High' | 'Medium' | 'Low' | null;
  strengths: string[];
  gaps: { skill: string; required: boolean }[];
  suggestions: string[];
  redFlags: string[];
  highlights: string[];
  summary: string;
  engine: 'llm' | 'offline';
  model: string | null;
  cached: boolean;
  warnings?: string[];
  createdAt: string;
};

/** A quick estimate from words alone. */
export type Prescore = {
  score: number | null;
  matched: string[];
  missing: string[];
  requiredCoverage: number | null;
  confidence: 'none' | 'low' | 'medium' | 'high';
};

export async function loadPrescore(server: Server, jobId: number, signal?: AbortSignal): Promise<Prescore> {
  return (await server.ask(`/jobs/${jobId}/prescore`, { signal })) as Prescore;
}

/** Compares a job with the default resume. `forceRefresh` asks the engine again even if nothing has changed. */
export async function analyzeJob(
  server: Server,
  jobId: number,
  options: { engine: Engine; forceRefresh: boolean },
): Promise<Analysis> {
  const answer = await server.ask(`/jobs/${jobId}/analyze`, { method: 'POST', body: options });
  return (answer as { analysis: Analysis }).analysis;
}
