import type { AnalysisEngine } from '../engines/analysis-engine.ts';
import type { AnalysisResult } from '../engines/analysis-engine.ts';
import type { TailoredText, TailoringEngine, TailoringRequest } from '../engines/tailoring-engine.ts';

export const OPINION: AnalysisResult = {
  overallScore: 91,
  fit: 'High',
  strengths: ['TypeScript'],
  gaps: [{ skill: 'Kubernetes', required: false }],
  suggestions: [],
  redFlags: [],
  highlights: [],
  summary: 'A good fit.',
};

/** A model that gives its answers one after the other; an error among them is a failure. */
export type ScriptedEngines = {
  analysis: AnalysisEngine;
  tailoring: TailoringEngine;
  asked: TailoringRequest[];
  analyzed: number;
};

/** Makes one. */
export function scriptedEngines(script: {
  opinions?: (AnalysisResult | Error)[];
  texts?: (string | Error)[];
}): ScriptedEngines {
  const opinions = [...(script.opinions ?? [])];
  const texts = [...(script.texts ?? [])];
  const take = async <Answer>(answers: (Answer | Error)[]): Promise<Answer> => {
    const answer = answers.shift() ?? new Error('The model has nothing more to say.');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const engines: ScriptedEngines = {
    asked: [],
    analyzed: 0,
    analysis: {
      name: 'llm',
      model: 'scripted-1',
      version: '1',
      analyze: async () => {
        engines.analyzed += 1;
        return await take(opinions);
      },
    },
    tailoring: {
      name: 'llm',
      model: 'scripted-1',
      version: '1',
      tailor: async (request): Promise<TailoredText> => {
        engines.asked.push(request);
        return { content: await take(texts), suggestions: [], warnings: [] };
      },
    },
  };
  return engines;
}
