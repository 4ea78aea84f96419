import { mistakeScenarios } from './mistake-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { stopScenarios } from './stop-scenarios.ts';
import { workScenarios } from './work-scenarios.ts';

/** The scenarios that one stream can show. */
export const SCENARIOS: readonly Scenario[] = [...workScenarios, ...mistakeScenarios, ...stopScenarios];
