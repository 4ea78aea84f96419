import { analysisTools } from './analysis-tools.ts';
import { enrichTools } from './enrich-tools.ts';
import type { JobsTool } from './jobs-tool.ts';
import { resumeTools } from './resume-tools.ts';
import { searchTools } from './search-tools.ts';
import { tailoringTools } from './tailoring-tools.ts';

/** Everything that an agent for jobs could do. What it may do is for its configuration to say. */
export const ALL_TOOLS: readonly JobsTool[] = [
  ...searchTools,
  ...enrichTools,
  ...analysisTools,
  ...tailoringTools,
  ...resumeTools,
];
