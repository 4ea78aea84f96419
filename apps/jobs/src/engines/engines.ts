import type { AnalysisEngine } from './analysis-engine.ts';
import type { TailoringEngine } from './tailoring-engine.ts';

/** Who does the thinking. A language model is there only when somebody has set one up. */
export type Engines = {
  readonly offline: { readonly analysis: AnalysisEngine; readonly tailoring: TailoringEngine };
  readonly llm?: { readonly analysis: AnalysisEngine; readonly tailoring: TailoringEngine };
};
